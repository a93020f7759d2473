import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Credentials = { url: string; token: string }
type Env = Readonly<Record<string, string | undefined>>

/** Path of this person's token file, which only they can read. */
export function credentialsPath(env: Env): string {
  const folder = env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config')
  return join(folder, 'dataspace', 'token.json')
}

/** Writes a new file and renames it: readers never see half of it, and permissions of an older file are not kept. */
export async function saveCredentials(env: Env, credentials: Credentials): Promise<string> {
  const path = credentialsPath(env)
  const fresh = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(fresh, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(fresh, path)
  return path
}

export const forgetCredentials = (env: Env): Promise<void> => rm(credentialsPath(env), { force: true })

/** The site and token to use; null when there are none. Environment variables come first. */
export async function loadCredentials(env: Env): Promise<Credentials | null> {
  const credentials = await readFile(credentialsPath(env), 'utf8')
    .then((text) => JSON.parse(text) as Partial<Credentials>)
    .catch((error: NodeJS.ErrnoException): Partial<Credentials> => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return {}
      throw error
    })
  const url = env.DATASPACE_URL || credentials.url
  // The stored token is sent only to its own site.
  const token = env.DATASPACE_TOKEN || (url === credentials.url ? credentials.token : undefined)
  return url && token ? { url, token } : null
}
