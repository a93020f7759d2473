import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accountForDatabase } from '#server/storage/postgres/binaries.ts'
import { homeOf } from '#server/storage/postgres/cluster.ts'

/** A database that was just told to end may still write; the time until then, in milliseconds (our choice). */
const AGAIN = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

/** Removes a scratch installation, also its database when that lies elsewhere. */
export async function removeScratch(dataDir: string): Promise<void> {
  await rm(homeOf(dataDir, accountForDatabase()), AGAIN)
  await rm(dataDir, AGAIN)
}

/** Removes all scratch installations of a folder, whoever left them there. */
export async function removeScratchIn(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) await removeScratch(join(folder, name))
}
