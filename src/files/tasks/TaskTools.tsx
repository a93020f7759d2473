import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { RetryWithPassword } from './RetryWithPassword.tsx'
import { allTasksKey, isOpen } from './use-tasks.ts'

type Props = { task: Task; isMine: boolean; onGo?: ((folder: string) => void) | undefined }

/** The available actions of a task; a refusal is shown beside them. */
export function TaskTools({ task, isMine, onGo }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const [isAsking, setAsking] = useState(false)
  const { id, isCancelling, isRetryable, needsSecret } = task
  const folder = typeof task.result.folder === 'string' ? task.result.folder : task.folder
  const lookAgain = () => client.invalidateQueries({ queryKey: allTasksKey })
  const act = (work: () => Promise<unknown>) => run(() => work().then(lookAgain))
  const retry = (secret?: string) => call(tasks.retry, { id, ...(secret && { secret }) }, { quiet: true })
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
        <Button size="small" loading={isBusy} onClick={() => (needsSecret ? setAsking(true) : void act(() => retry()))}>
          {t('tasks.retry')}
        </Button>
      )}
      {isAsking && (
        <RetryWithPassword
          title={task.title}
          retry={(secret) => retry(secret).then(lookAgain)}
          onClose={() => setAsking(false)}
        />
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
