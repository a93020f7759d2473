import { StopOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calls } from '#contract/calls.ts'
import { dataViews } from '#contract/data-views.ts'
import type { SourceShape } from '#contract/queries/answer.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { newRequestId } from '#providers/request-id.ts'

/** How long a call that reports no progress runs before it is told of, in ms (our choice). */
const SLOW_MS = 1000

type Props = {
  reqId: string
  isStoppedElsewhere?: boolean
  /** What runs, for calls that report no progress. */
  what?: string
  onStop?: () => void
}

/**
 * The progress of a long call, with a button that also stops it on the server unless the page has one; nothing until
 * progress is reported, or the call is slow and the page knows `what` it does.
 */
export function QueryProgress({ reqId, isStoppedElsewhere = false, what, onStop }: Props) {
  const { t } = useTranslation()
  const [share, setShare] = useState<number | null>(null)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  const told = isSlow ? what : undefined
  useEffect(
    () => onRealtime((event) => void (event.mark === 'query' && event.reqId === reqId && setShare(event.share))),
    [reqId],
  )
  if (share === null && told === undefined) return null
  const stop = () => {
    void call(calls.cancel, { reqId }, { quiet: true }).catch(() => undefined)
    onStop?.()
  }
  return (
    <div className="query-progress">
      {told !== undefined && <span role="status">{told}</span>}
      {share !== null && (
        <Progress size="small" percent={Math.floor(share * 100)} aria-label={t('dataViews.progress')} />
      )}
      {!isStoppedElsewhere && (
        <Button size="small" icon={<StopOutlined />} onClick={stop}>
          {t('dataViews.sql.stop')}
        </Button>
      )}
    </div>
  )
}

type SourceReading = { read: (source: SourceRef) => Promise<SourceShape>; progress: ReactNode }

/** Reads the columns of sources; unless `quiet`, the shell shows a refusal. The first look at a large file takes its time. */
export function useSourceReading(spaceId: string, quiet = true): SourceReading {
  const [reqId, setReqId] = useState<string | null>(null)
  async function read(source: SourceRef): Promise<SourceShape> {
    const requestId = newRequestId()
    setReqId(requestId)
    try {
      return await call(dataViews.source, { spaceId, source }, { quiet, requestId })
    } finally {
      setReqId((now) => (now === requestId ? null : now))
    }
  }
  return { read, progress: reqId && <QueryProgress key={reqId} reqId={reqId} /> }
}
