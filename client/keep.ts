import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Kept = { url: string; token: string }
type Env = Readonly<Record<string, string | undefined>>

/** Where the token of this person lies, readable by nobody else. */
export function keepPath(env: Env): string {
  const folder = env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config')
  return join(folder, 'dataspace', 'token.json')
}

/** Writes beside and renames: nobody ever reads half of it, nor a file with other rights that was there before. */
export async function keep(env: Env, kept: Kept): Promise<string> {
  const path = keepPath(env)
  const fresh = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(fresh, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(fresh, path)
  return path
}

export const forget = (env: Env): Promise<void> => rm(keepPath(env), { force: true })

/** The site and token to work with, null when there are none: what the environment says goes first. */
export async function keptOf(env: Env): Promise<Kept | null> {
  const kept = await readFile(keepPath(env), 'utf8')
    .then((text) => JSON.parse(text) as Partial<Kept>)
    .catch((error: NodeJS.ErrnoException): Partial<Kept> => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return {}
      throw error
    })
  const url = env.DATASPACE_URL || kept.url
  // A token goes to the site that it is of, and to no other.
  const token = env.DATASPACE_TOKEN || (url === kept.url ? kept.token : undefined)
  return url && token ? { url, token } : null
}
