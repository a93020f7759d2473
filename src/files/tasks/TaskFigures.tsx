import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/tasks.ts'
import { unfitOf } from '#providers/unfit-values.ts'
import { formatBytes } from '../../widgets/format.ts'
import { UnfitValues } from '../../widgets/UnfitValues.tsx'
import { percentOf } from './progress.ts'
import { isOpen } from './use-tasks.ts'

const tones = { completed: 'success', failed: 'danger', partlyFailed: 'warning' } as const

/** The state of a task: its step, its progress and the cause of a failure. */
export function TaskFigures({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { state, kind, title, itemsTotal, itemsDone, itemsFailed, bytesTotal, bytesDone, message } = task
  const tone = tones[state as keyof typeof tones] ?? 'plain'
  const isDone = state === 'completed'
  const counts = [
    itemsTotal > 0 &&
      (isDone ? t('files.items', { count: itemsTotal }) : t('tasks.items', { done: itemsDone, count: itemsTotal })),
    itemsFailed > 0 && t('tasks.failedItems', { count: itemsFailed }),
    bytesTotal > 0 &&
      (isDone
        ? formatBytes(bytesTotal)
        : t('tasks.bytes', { done: formatBytes(bytesDone), total: formatBytes(bytesTotal) })),
  ].filter(Boolean)
  return (
    <div className="task-figures">
      <span className="task-name">
        <b title={title}>{title || t(`tasks.kinds.${kind}`)}</b>
        <span className={`task-state ${tone}`}>{t(`tasks.states.${state}`)}</span>
      </span>
      {isOpen(task) && (
        <Progress
          percent={percentOf(task)}
          size="small"
          status="active"
          aria-label={t('tasks.progressOf', { title: title || t(`tasks.kinds.${kind}`) })}
        />
      )}
      <small className="num">{[t(`tasks.kinds.${kind}`), ...counts].join(' · ')}</small>
      {message && <small className="task-problem">{message}</small>}
      <UnfitValues unfit={unfitOf(task.result, t)} />
    </div>
  )
}
