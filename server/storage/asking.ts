import { AsyncLocalStorage } from 'node:async_hooks'

/** Called with the progress of a long read, from 0 to 1. */
export type OnProgress = (share: number) => void
const asking = new AsyncLocalStorage<{ signal: AbortSignal; onProgress: OnProgress | undefined }>()

/** Runs work for a call; statements of a database that `endingWithCalls` gave end when the call is cancelled. */
export const askedBy = <T>(signal: AbortSignal, work: () => T, onProgress?: OnProgress): T =>
  asking.run({ signal, onProgress }, work)

/** The signal of the call that asks; undefined outside of one. */
export const askingSignal = (): AbortSignal | undefined => asking.getStore()?.signal

/** The progress callback of the current call; undefined if there is none. */
export const askingProgress = (): OnProgress | undefined => asking.getStore()?.onProgress
