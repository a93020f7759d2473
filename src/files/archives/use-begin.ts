import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '#contract/tasks.ts'
import { useTask } from '#providers/use-task.ts'
import { tasksKey } from '../tasks/use-tasks.ts'

/** Starts a task, which the strip below the list then shows; a refusal is shown in the dialog. */
export function useBegin(spaceId: string, onBegun: () => void) {
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const begin = (work: () => Promise<Task>) =>
    run(async () => {
      await work()
      await client.invalidateQueries({ queryKey: tasksKey(spaceId) })
      onBegun()
    })
  return { isBusy, problem, begin }
}
