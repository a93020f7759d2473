import type { BrokenOff, VirtualRoot } from '#server/modules/protocols/index.ts'
import { inflow } from './inflow.ts'
import { Status } from './packet.ts'
import { Refusal } from './refusal.ts'
import { type Hold, reordered } from './reorder.ts'

const FRONT_TO_BACK = 'Files are written from front to back here: copy the file as a whole'

/**
 * A file being written at offsets, in order; it becomes a file when closed. `size`: bytes of the existing file that
 * stay, null: none.
 */
export function arrivingAt(virtualRoot: VirtualRoot, path: readonly string[], size: number | null, hold: Hold) {
  let flow: ReturnType<typeof inflow> | null = null
  let order: ReturnType<typeof reordered> | null = null
  let written: Promise<void> = Promise.resolve()

  function begin(offset: number): void {
    flow = inflow()
    order = reordered(offset, hold)
    written = virtualRoot.write(path, flow.source, { offset, leastBytes: 0 })
    // The error is handled when the file is closed.
    written.catch(() => {})
  }

  return {
    /** Resolves when the write is admitted. Throws the refusals of the virtual root. */
    async judged(): Promise<void> {
      if (size === null) begin(0)
      await Promise.race([written, flow?.isRead])
    },
    async write(offset: number, bytes: Buffer): Promise<void> {
      if (!order) {
        if (offset !== (size ?? 0)) throw new Refusal(Status.UNSUPPORTED, FRONT_TO_BACK)
        begin(offset)
      }
      const due = order?.take(offset, bytes)
      if (!due) throw new Refusal(Status.UNSUPPORTED, FRONT_TO_BACK)
      for (const piece of due) await flow?.push(piece)
      if (flow?.isLeft()) await written
    },
    /** Completes the file. Throws the refusals of the virtual root. */
    async close(): Promise<void> {
      if (order && !order.isWhole()) flow?.fail(new Refusal(Status.FAILURE, 'Some of the file never came'))
      order?.drop()
      flow?.end()
      await written
    },
    breakOff(error: BrokenOff): void {
      order?.drop()
      flow?.fail(error)
    },
  }
}
export type Arriving = ReturnType<typeof arrivingAt>
