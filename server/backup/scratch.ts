import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { accountForDatabase } from '#server/storage/postgres/binaries.ts'
import { homeOf } from '#server/storage/postgres/cluster.ts'

/** A database that was just told to end may still write; the time until then, in milliseconds (our choice). */
const AGAIN = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

/** Removes a scratch installation, with its database if that is elsewhere. */
export async function removeScratch(dataDir: string): Promise<void> {
  await rm(homeOf(dataDir, accountForDatabase()), AGAIN)
  await rm(dataDir, AGAIN)
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Removes all scratch installations of a folder, including those of other processes. */
export async function removeScratchIn(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) await removeScratch(join(folder, name))
}

/** The name says whose it is: machines may share the folder, and process ids are those of one machine. */
const prefixOf = () => `dataspace-drill-${hostname()}-`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Makes a folder for a scratch installation, and removes those whose process on this machine was killed. */
export async function makeScratch(below: string): Promise<string> {
  const prefix = prefixOf()
  const own = (await namesIn(below)).filter((name) => name.startsWith(prefix))
  for (const name of own) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (pid > 0 && !isRunning(pid)) await removeScratch(join(below, name))
  }
  return mkdtemp(join(below, `${prefix}${process.pid}-`))
}
