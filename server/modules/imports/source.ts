import { LIST_DEFAULT_SIZE, TASK_ITEMS_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { NewPart, Part } from '#server/modules/tasks/index.ts'

/** The content of a part as another side sends it; `size` is null when it does not say. */
export type Sent = { size: number | null; bytes: AsyncIterable<Buffer>; name?: string }

/**
 * A side that files are fetched from: what there is, and the bytes of each. To add one, write this for it and register
 * its work in `index.ts`.
 */
export type Source = {
  /** What is to be fetched; a path names the folders from the outermost inwards. */
  plan(): AsyncIterable<NewPart> | Iterable<NewPart>
  open(part: Part, signal: AbortSignal): Promise<Sent>
  /** Sizes are known before: all room is reserved at once, and several are fetched at a time. */
  isSized: boolean
}

/** One list of another side ends after so many pages: they hold all that a task may have. */
const PAGES_MAX = TASK_ITEMS_MAX / LIST_DEFAULT_SIZE

/** The pages of a list of another side. Throws outsideUnreachable for one without an end. */
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
