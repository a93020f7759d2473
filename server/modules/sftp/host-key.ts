import { createHash } from 'node:crypto'
import type ssh2 from 'ssh2'
import { ConfigError } from '#server/config-error.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { sqlHostKeyStore } from './store.ts'

const PURPOSE = 'sftp host key'
type Needs = { db: Db; seal: Seal; given: string | null }

/** The private key of the host: the one that the configuration names, else the one that all nodes share. */
export async function hostKeyOf(utils: typeof ssh2.utils, { db, seal, given }: Needs): Promise<string> {
  if (given) return given
  const made = utils.generateKeyPairSync('ed25519').private
  const kept = await sqlHostKeyStore(db).keepFirst(seal.close(made, PURPOSE).toString('base64'))
  return seal.open<string>(Buffer.from(kept, 'base64'), PURPOSE)
}

/** How the key of the host is recognised, as `ssh` shows it. Throws ConfigError for one that can't be read. */
export function fingerprintOf(utils: typeof ssh2.utils, key: string): string {
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error) throw new ConfigError([`SFTP_HOST_KEY: ${parsed.message}`])
  return `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`
}
