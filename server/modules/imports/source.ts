import { LIST_DEFAULT_SIZE, TASK_ITEMS_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { NewPart, Part } from '#server/modules/tasks/index.ts'
import type { Sums } from './sums.ts'

/** The content of a part as the source sends it; `size` is null when it is not announced, `sums` are what it must have. */
export type Sent = { size: number | null; bytes: AsyncIterable<Buffer>; name?: string; sums?: Sums }

/**
 * A source of files: the list of its items, and their bytes. To add one, implement this type and register its task in
 * `index.ts`.
 */
export type Source = {
  /** The items to fetch; a path names the folders from the outermost inwards. */
  plan(): AsyncIterable<NewPart> | Iterable<NewPart>
  open(part: Part, signal: AbortSignal): Promise<Sent>
  /** Sizes are known in advance: all storage is reserved at once, and several files are fetched in parallel. */
  isSized: boolean
}

/** Maximum number of pages of one list: as many as a task's maximum number of items needs. */
const PAGES_MAX = TASK_ITEMS_MAX / LIST_DEFAULT_SIZE

/** The pages of a remote list. Throws outsideUnreachable when the list does not end. */
export async function* pagesOf<P extends { next?: string | undefined }>(
  ask: (after: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  let after: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await ask(after)
    yield page
    after = page.next
    if (!after) return
  }
  throw new Failure('outsideUnreachable')
}
