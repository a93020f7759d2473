import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/tasks.ts'
import { useTask } from '#providers/use-task.ts'
import { tasksKey } from '../tasks/use-tasks.ts'

/** Starts a task, reports it and refetches the task lists; a refusal is shown in the dialog. */
export function useBegin(spaceId: string, onBegun: () => void) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const begin = (work: () => Promise<Task>) =>
    run(async () => {
      const task = await work()
      await client.invalidateQueries({ queryKey: tasksKey(spaceId) })
      void message.success(t('tasks.beganOne', { kind: t(`tasks.kinds.${task.kind}`) }))
      onBegun()
    })
  return { isBusy, problem, begin }
}
