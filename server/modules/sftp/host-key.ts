import { createHash } from 'node:crypto'
import type ssh2 from 'ssh2'
import { ConfigError } from '#server/config-error.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { sqlHostKeyStore } from './store.ts'

const PURPOSE = 'sftp host key'
type Needs = { db: Db; seal: Seal; given: string | null }
/** What of the library makes keys and reads them. */
type Maker = {
  generateKeyPairSync: (kind: 'ed25519') => { private: string }
  parseKey: (key: string) => unknown
}

/**
 * A new key. One in 256 that the library makes it can't read itself (github.com/mscdex/ssh2/issues/1390): kept, it would
 * keep the server from starting for ever.
 */
export function freshKey({ generateKeyPairSync, parseKey }: Maker): string {
  for (;;) {
    const { private: made } = generateKeyPairSync('ed25519')
    if (!(parseKey(made) instanceof Error)) return made
  }
}

/** The private key of the host: the one that the configuration names, else the one that all nodes share. */
export async function hostKeyOf(utils: typeof ssh2.utils, { db, seal, given }: Needs): Promise<string> {
  if (given) return given
  const kept = await sqlHostKeyStore(db).keepFirst(seal.close(freshKey(utils), PURPOSE).toString('base64'))
  return seal.open<string>(Buffer.from(kept, 'base64'), PURPOSE)
}

/** How the key of the host is recognised, as `ssh` shows it. Throws ConfigError for one that can't be read. */
export function fingerprintOf(utils: typeof ssh2.utils, key: string): string {
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error) throw new ConfigError([`SFTP_HOST_KEY: ${parsed.message}`])
  return `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`
}
