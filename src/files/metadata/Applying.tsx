import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_DEFAULT_SIZE, LIST_MAX_SIZE, METADATA_SHEET_ROWS } from '#contract/core/limits.ts'
import type { RowChange } from '#contract/metadata.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { OutcomeReport } from '../../widgets/OutcomeReport.tsx'

type Props = {
  spaceId: string
  begun: Task
  /** The changes being written, one per row. */
  changes: readonly RowChange[]
  onOther: () => void
  /** Reverts rows; absent if the change is itself a revert. */
  onTakeBack?: ((changes: RowChange[]) => Promise<void>) | undefined
}
/** Poll interval of a running task in milliseconds. */
const LOOK_MS = 1000

/** The inverse of a change; it applies only where nothing else was written since. */
const opposite = (change: RowChange): RowChange => ({
  ...change,
  stamp: null,
  cells: change.cells.map((cell) => ({ ...cell, before: cell.after, after: cell.before })),
})

/** Indexes of the rows that were not written. */
async function brokenOf(id: string): Promise<Set<number>> {
  const broken = new Set<number>()
  for (let after: string | undefined; broken.size < METADATA_SHEET_ROWS; ) {
    const page = await call(
      tasks.parts,
      { id, state: 'failed', size: LIST_MAX_SIZE, ...(after && { after }) },
      { quiet: true },
    )
    for (const { seq } of page.list) broken.add(seq)
    after = page.next
    if (!after) break
  }
  return broken
}

/** Shows changes while they are written in the background, then the result. */
export function Applying({ spaceId, begun, changes, onOther, onTakeBack }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
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
    if (hasEnded) for (const key of ['metadata', 'tags']) void client.invalidateQueries({ queryKey: [key, spaceId] })
  }, [client, spaceId, hasEnded])
  if (!hasEnded) return <Underway task={task} />
  const takeBack = () =>
    run(async () => {
      const left = await brokenOf(task.id)
      await onTakeBack?.(changes.filter((_change, seq) => !left.has(seq)).map(opposite))
    })
  const isWhole = task.state === 'completed'
  return (
    <>
      {task.itemsDone > 0 && (
        <Alert
          type={isWhole ? 'success' : 'warning'}
          showIcon
          title={t('metadata.sheets.done', { count: task.itemsDone })}
        />
      )}
      {task.itemsFailed > 0 && (
        <Alert type="error" showIcon title={t('metadata.sheets.failed', { count: task.itemsFailed })} />
      )}
      {!isWhole && task.itemsFailed === 0 && (
        <Alert type="error" showIcon title={task.message || t('metadata.sheets.stopped')} />
      )}
      {broken && (
        <OutcomeReport
          failed={broken.list.map(({ seq, path, message }) => ({ id: String(seq), name: path, reason: message }))}
        />
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
      <div className="metadata-buttons">
        {onTakeBack && task.itemsDone > 0 && (
          <Button loading={isBusy} onClick={() => void takeBack()}>
            {t('metadata.sheets.takeBack')}
          </Button>
        )}
        <Button disabled={isBusy} onClick={onOther}>
          {t('metadata.sheets.other')}
        </Button>
      </div>
    </>
  )
}

function Underway({ task }: { task: Task }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <p>{t('metadata.sheets.applying')}</p>
      <Progress
        percent={task.itemsTotal ? Math.floor((task.itemsDone * 100) / task.itemsTotal) : 0}
        aria-label={t('metadata.sheets.applying')}
      />
      <p className="soft num">{t('metadata.sheets.progress', { done: task.itemsDone, total: task.itemsTotal })}</p>
    </div>
  )
}
