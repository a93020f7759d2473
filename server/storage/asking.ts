import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<AbortSignal>()

/** Runs work for a call; statements of a database that `endingWithCalls` gave end when the call is cancelled. */
export const askedBy = <T>(signal: AbortSignal, work: () => T): T => asking.run(signal, work)

/** The signal of the call that asks; undefined outside of one. */
export const askingSignal = (): AbortSignal | undefined => asking.getStore()
