import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_DEFAULT_SIZE } from '#contract/limits.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { OutcomeReport } from '../../widgets/OutcomeReport.tsx'

type Props = { spaceId: string; begun: Task; onOther: () => void }
/** How often a task that has not ended is looked at. */
const LOOK_MS = 1000

/** Changes while they are written in the background, and what came of them. */
export function Applying({ spaceId, begun, onOther }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: task = begun } = useQuery({
    queryKey: ['task', begun.id],
    queryFn: () => call(tasks.show, { id: begun.id }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.endTime ? false : LOOK_MS),
  })
  const hasEnded = task.endTime !== null
  const { data: broken } = useQuery({
    queryKey: ['task', begun.id, 'failed'],
    enabled: hasEnded && task.itemsFailed > 0,
    queryFn: () => call(tasks.parts, { id: begun.id, state: 'failed', size: LIST_DEFAULT_SIZE }, { quiet: true }),
  })
  useEffect(() => {
    if (hasEnded) for (const key of ['facts', 'tags']) void client.invalidateQueries({ queryKey: [key, spaceId] })
  }, [client, spaceId, hasEnded])
  if (!hasEnded)
    return (
      <div role="status">
        <p>{t('facts.sheets.applying')}</p>
        <Progress
          percent={task.itemsTotal ? Math.floor((task.itemsDone * 100) / task.itemsTotal) : 0}
          aria-label={t('facts.sheets.applying')}
        />
        <p className="soft num">{t('facts.sheets.progress', { done: task.itemsDone, total: task.itemsTotal })}</p>
      </div>
    )
  const isWhole = task.state === 'completed'
  return (
    <>
      {task.itemsDone > 0 && (
        <Alert
          type={isWhole ? 'success' : 'warning'}
          showIcon
          title={t('facts.sheets.done', { count: task.itemsDone })}
        />
      )}
      {task.itemsFailed > 0 && (
        <Alert type="error" showIcon title={t('facts.sheets.failed', { count: task.itemsFailed })} />
      )}
      {!isWhole && task.itemsFailed === 0 && (
        <Alert type="error" showIcon title={task.message || t('facts.sheets.stopped')} />
      )}
      {broken && (
        <OutcomeReport
          failed={broken.list.map(({ seq, path, message }) => ({ id: String(seq), name: path, reason: message }))}
        />
      )}
      <div className="facts-buttons">
        <Button onClick={onOther}>{t('facts.sheets.other')}</Button>
      </div>
    </>
  )
}
