import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'
import { freshDataDir } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a server that was started once and ended; null where it can't be copied. */
    startedDataDir: string | null
  }
}

/** A new data folder as the first start leaves it: an empty database with the current schema, and the administrator. */
export function startedDataDir(): string {
  const dataDir = freshDataDir()
  const started = inject('startedDataDir')
  // Owners are preserved: a database started by root belongs to another account.
  if (started) execFileSync('cp', ['-a', `${started}/.`, dataDir])
  return dataDir
}
