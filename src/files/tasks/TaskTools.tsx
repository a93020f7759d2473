import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { isOpen, tasksKey } from './use-tasks.ts'

type Props = { task: Task; isMine: boolean; onGo?: ((folder: string) => void) | undefined }

/** What can be done with a task now; a refusal stands beside it. */
export function TaskTools({ task, isMine, onGo }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const { id, isCancelling, isRetryable } = task
  const folder = typeof task.result.folder === 'string' ? task.result.folder : task.folder
  const act = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      await client.invalidateQueries({ queryKey: tasksKey(task.space.id) })
    })
  return (
    <div className="task-tools">
      {isOpen(task) && (
        <Button
          size="small"
          loading={isBusy}
          disabled={isCancelling}
          onClick={() => void act(() => call(tasks.cancel, { id }, { quiet: true }))}
        >
          {t(isCancelling ? 'tasks.cancelling' : 'tasks.cancel')}
        </Button>
      )}
      {isMine && isRetryable && (
        <Button
          size="small"
          loading={isBusy}
          onClick={() => void act(() => call(tasks.retry, { id }, { quiet: true }))}
        >
          {t('tasks.retry')}
        </Button>
      )}
      {!isOpen(task) && onGo && folder && task.itemsDone > 0 && (
        <Button size="small" onClick={() => onGo(folder)}>
          {t('tasks.go')}
        </Button>
      )}
      {!isOpen(task) && (
        <Button
          size="small"
          type="text"
          disabled={isBusy}
          onClick={() => void act(() => call(tasks.remove, { id }, { quiet: true }))}
        >
          {t('tasks.remove')}
        </Button>
      )}
      {problem && (
        <small className="task-problem" role="alert">
          {problem}
        </small>
      )}
    </div>
  )
}
