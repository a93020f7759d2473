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
