import { AsyncLocalStorage } from 'node:async_hooks'

/** Hears which part of a long read is done, from 0 to 1. */
export type OnProgress = (share: number) => void
const asking = new AsyncLocalStorage<{ signal: AbortSignal; onProgress: OnProgress | undefined }>()

/** Runs work for a call; statements of a database that `endingWithCalls` gave end when the call is cancelled. */
export const askedBy = <T>(signal: AbortSignal, work: () => T, onProgress?: OnProgress): T =>
  asking.run({ signal, onProgress }, work)

/** The signal of the call that asks; undefined outside of one. */
export const askingSignal = (): AbortSignal | undefined => asking.getStore()?.signal

/** Who hears of the progress of the call that asks; undefined when nobody does. */
export const askingProgress = (): OnProgress | undefined => asking.getStore()?.onProgress
