import type { RealtimeEvent } from '#contract/core/events.ts'
import { TASK_NEWS_MS } from '#contract/core/limits.ts'
import type { TaskNews } from '#contract/tasks.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { publishToPages } from '#server/storage/space-changes.ts'

type Whose = { spaceId: string; personId: string }

/** Publishes a task's progress to the pages of its person; without `task` it was deleted. */
export function publishTask(bus: Bus, { spaceId, personId }: Whose, task: TaskNews | undefined, tx: Db | Tx) {
  const event: RealtimeEvent = { mark: 'space', type: 'task', spaceId, folders: [], ...(task && { task }) }
  return publishToPages(bus, [personId], event, tx)
}

/** Calls `publish` at once, and then at most once every TASK_NEWS_MS while there is progress. */
export function progressPublisher(publish: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isNew = false

  function say(): void {
    isNew = false
    timer = setTimeout(() => {
      timer = undefined
      if (isNew) say()
    }, TASK_NEWS_MS).unref()
    publish()
  }
  return {
    changed(): void {
      isNew = true
      if (!timer) say()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      isNew = false
    },
  }
}
