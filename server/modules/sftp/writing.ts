import { BrokenOff, type VirtualRoot } from '#server/modules/protocols/index.ts'
import { inflow } from './inflow.ts'
import { type Reading, readingOf } from './reading.ts'
import { type Hold, reordered } from './reorder.ts'
import { type WholeFile, wholeFile } from './whole-file.ts'

/** `folder`: for files that are being changed at any position. */
type Needs = { hold: Hold; folder: string }

/** The flow into the store of a file that is written from front to back. */
type Flow = { line: ReturnType<typeof inflow>; order: ReturnType<typeof reordered>; written: Promise<void> }

/**
 * A file that is open for writing; it is created when closed. Sequential writes go to the store as they arrive; any
 * other operation makes it a temporary file. `size`: bytes of the existing file that are kept, null: none.
 */
export function arrivingAt(virtualRoot: VirtualRoot, path: readonly string[], size: number | null, needs: Needs) {
  let flow: Flow | null = null
  let whole: WholeFile | null = null
  let reading: Reading | null = null

  function begin(offset: number): Flow {
    const line = inflow()
    const written = virtualRoot.write(path, line.source, { offset, leastBytes: 0 })
    // The error is handled when the file is closed.
    written.catch(() => {})
    flow = { line, order: reordered(offset, needs.hold), written }
    return flow
  }

  /** Stops the transfer; the received bytes are kept as an interrupted upload, and returned. */
  async function received({ line, order, written }: Flow): Promise<AsyncIterable<Buffer> | null> {
    flow = null
    line.fail(new BrokenOff())
    const error: unknown = await written.catch((reason: unknown) => reason)
    if (!(error instanceof BrokenOff)) throw error
    return order.position() ? virtualRoot.readUnfinished(path, order.position()) : null
  }

  /** The whole file, staged with the bytes that it has so far, unless all of them are `cut`. */
  async function staged({ isCut = false } = {}): Promise<WholeFile> {
    if (whole) return whole
    const { availableBytes } = await virtualRoot.room(path)
    const waiting = flow?.order.waiting() ?? []
    const before = flow ? await received(flow) : size !== null && !isCut ? await virtualRoot.read(path, 0) : null
    whole = await wholeFile(needs.folder, isCut ? null : before, availableBytes + (size ?? 0))
    for (const { offset, bytes } of waiting) await whole.write(offset, bytes)
    return whole
  }
  const sizeNow = () => whole?.size() ?? flow?.order.position() ?? size ?? 0

  return {
    /** Bytes that it has by now. */
    size: sizeNow,
    /** Resolves when the write is admitted. Throws the refusals of the virtual root. */
    async judged(): Promise<void> {
      if (size !== null) return
      const { line, written } = begin(0)
      await Promise.race([written, line.isRead])
    },
    async write(offset: number, bytes: Buffer): Promise<void> {
      if (!whole && !flow && offset === (size ?? 0)) begin(offset)
      const due = flow?.order.take(offset, bytes)
      if (!flow || !due) return (await staged()).write(offset, bytes)
      for (const piece of due) await flow.line.push(piece)
      if (flow.line.isLeft()) await flow.written
    },
    async read(offset: number, length: number): Promise<Buffer> {
      if (whole || flow) return (await staged()).read(offset, length)
      reading ??= readingOf(size ?? 0, (start) => virtualRoot.read(path, start))
      return reading.read(offset, length)
    },
    async resize(bytes: number): Promise<void> {
      if (bytes !== sizeNow()) await (await staged({ isCut: bytes === 0 })).resize(bytes)
    },
    /** Completes the file. Throws the refusals of the virtual root. */
    async close(): Promise<void> {
      reading?.close()
      if (whole) {
        const { bytes, size: length, close } = whole
        return virtualRoot.write(path, bytes(), { offset: 0, leastBytes: length() }).finally(close)
      }
      if (!flow) return
      // A hole is filled with zeros, as on a disk.
      if (!flow.order.isWhole()) {
        await staged()
        return this.close()
      }
      flow.line.end()
      await flow.written
    },
    /** The session ended before: the received bytes are kept as an interrupted upload. */
    breakOff(error: BrokenOff): void {
      reading?.close()
      flow?.order.drop()
      flow?.line.fail(error)
      if (!whole) return
      const { bytes, close } = whole
      async function* broken() {
        yield* bytes()
        throw error
      }
      void virtualRoot
        .write(path, broken(), { offset: 0, leastBytes: 0 })
        .catch(() => {})
        .finally(close)
    },
  }
}
export type Arriving = ReturnType<typeof arrivingAt>
