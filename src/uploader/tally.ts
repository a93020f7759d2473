import { SPEED_TICK_MS } from '#contract/core/limits.ts'
import type { Clock } from './clock.ts'
import { rateOf, type Sample, sampled } from './progress.ts'
import type { Task } from './task.ts'

export type Counts = {
  /** Number of files found so far, including finished and skipped ones. */
  found: number
  finished: number
  /** Files not uploaded: skipped by the user's answer to a taken name, hidden (leading dot), or already queued. */
  skipped: number
  hidden: number
  duplicate: number
  /** Number of files that had finished before the page was reloaded. */
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

/** A folder that files were uploaded into, and the last of these files. */
export type Destination = { spaceId: string; folder: string; file: string | undefined }

/** Counts and speeds of one run of the queue, from the first file until the queue is empty. */
export class Tally {
  counts = nothing()
  finishedBytes = 0
  /** Destination of the last finished file. */
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
  /** Bytes per second that were sent or did not have to be sent; used for the remaining time. */
  processingRate(): number {
    return rateOf(this.#processedSamples)
  }
  /** Bytes sent per second, of all files or of one. */
  rate(taskId?: string): number {
    return rateOf(taskId === undefined ? this.#samples : (this.#ofTasks.get(taskId) ?? []))
  }

  /** Takes a sample every second while `isActive`. */
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
