import { SPEED_TICK_MS } from '#contract/core/limits.ts'
import type { Clock } from './clock.ts'
import { rateOf, type Sample, sampled } from './progress.ts'
import type { Task } from './task.ts'

export type Counts = {
  /** Files that were found so far, finished and skipped ones included. */
  found: number
  finished: number
  /** Left out: the user's answer to a taken name, names with a leading dot, files that are queued already. */
  skipped: number
  hidden: number
  duplicate: number
  /** Files that had arrived before the page was loaded again. */
  before: number
}
const nothing = (): Counts => ({
  found: 0,
  finished: 0,
  skipped: 0,
  hidden: 0,
  duplicate: 0,
  before: 0,
})

/** A folder that files went into, and the last of them. */
export type Destination = { spaceId: string; folder: string; file: string | undefined }

/** Counts and speeds of one run of the queue: from the first file until it is empty. */
export class Tally {
  counts = nothing()
  finishedBytes = 0
  /** Where the last file went. */
  destination: Destination | null = null
  #moved = 0
  #spared = 0
  #samples: Sample[] = []
  #processedSamples: Sample[] = []
  #ofTasks = new Map<string, Sample[]>()
  #cancel: (() => void) | null = null
  readonly #clock: Clock
  readonly #sending: () => Iterable<Task>
  readonly #onTick: () => void

  constructor(clock: Clock, sending: () => Iterable<Task>, onTick: () => void) {
    this.#clock = clock
    this.#sending = sending
    this.#onTick = onTick
  }

  reset(): void {
    this.counts = nothing()
    this.finishedBytes = 0
    this.destination = null
  }
  count(kind: keyof Counts): void {
    this.counts[kind] += 1
  }
  finished(task: Task, file?: string): void {
    this.counts.finished += 1
    this.finishedBytes += task.size
    this.destination = { spaceId: task.spaceId, folder: task.dirHash ?? task.targetHash, file }
  }
  moved(bytes: number): void {
    this.#moved += bytes
  }
  spared(bytes: number): void {
    this.#spared += bytes
  }
  /** Bytes per second that get done, sent or spared: what the time left goes by. */
  processingRate(): number {
    return rateOf(this.#processedSamples)
  }
  /** Bytes per second of everything, or of one file. */
  rate(taskId?: string): number {
    return rateOf(taskId === undefined ? this.#samples : (this.#ofTasks.get(taskId) ?? []))
  }

  /** Takes a sample each second as long as it is told to run. */
  run(isActive: boolean): void {
    if (isActive) this.#cancel ??= this.#clock.after(SPEED_TICK_MS, () => this.#tick())
    else {
      this.#cancel?.()
      this.#cancel = null
      this.#samples = []
      this.#processedSamples = []
      this.#ofTasks.clear()
    }
  }

  #tick(): void {
    const atMs = this.#clock.now()
    this.#samples = sampled(this.#samples, { atMs, bytes: this.#moved })
    this.#processedSamples = sampled(this.#processedSamples, { atMs, bytes: this.#moved + this.#spared })
    const before = this.#ofTasks
    this.#ofTasks = new Map(
      [...this.#sending()].map((task) => [task.id, sampled(before.get(task.id) ?? [], { atMs, bytes: task.complete })]),
    )
    this.#cancel = this.#clock.after(SPEED_TICK_MS, () => this.#tick())
    this.#onTick()
  }
}
