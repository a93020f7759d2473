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

/**
 * The progress of a long call, with a button that also stops it on the server unless the page has one; nothing until
 * progress is reported.
 */
export function QueryProgress({ reqId, isStoppedElsewhere = false }: { reqId: string; isStoppedElsewhere?: boolean }) {
  const { t } = useTranslation()
  const [share, setShare] = useState<number | null>(null)
  useEffect(
    () => onRealtime((event) => void (event.mark === 'query' && event.reqId === reqId && setShare(event.share))),
    [reqId],
  )
  if (share === null) return null
  return (
    <div className="query-progress">
      <Progress size="small" percent={Math.floor(share * 100)} aria-label={t('dataViews.progress')} />
      {!isStoppedElsewhere && (
        <Button
          size="small"
          icon={<StopOutlined />}
          onClick={() => void call(calls.cancel, { reqId }, { quiet: true }).catch(() => undefined)}
        >
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
