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

/**
 * Calls `publish` at once, and then at most once every TASK_NEWS_MS while there is progress, one after the other. `stop`
 * resolves when the last one is published: what follows it is heard after it.
 */
export function progressPublisher(publish: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let isNew = false
  let published = Promise.resolve()

  function say(): void {
    isNew = false
    timer = setTimeout(() => {
      timer = undefined
      if (isNew) say()
    }, TASK_NEWS_MS).unref()
    published = published.then(publish)
  }
  return {
    changed(): void {
      isNew = true
      if (!timer) say()
    },
    stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      isNew = false
      return published
    },
  }
}
