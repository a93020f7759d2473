import { availableParallelism } from 'node:os'

/** Threads of a query: half of the cores, so that the server has the others. */
export const THREADS = Math.max(1, Math.floor(availableParallelism() / 2))
