import { createHash } from 'node:crypto'
import type ssh2 from 'ssh2'
import { ConfigError } from '#server/config-error.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { sqlHostKeyStore } from './store.ts'

const PURPOSE = 'sftp host key'
type Needs = { db: Db; seal: Seal; given: string | null }
/** Functions of the library that make and parse keys. */
type Maker = {
  generateKeyPairSync: (kind: 'ed25519') => { private: string }
  parseKey: (key: string) => unknown
}

/**
 * Creates a key. The library can't parse one in 256 of its own keys (github.com/mscdex/ssh2/issues/1390); the server
 * could not start with such a key, so it is discarded.
 */
export function freshKey({ generateKeyPairSync, parseKey }: Maker): string {
  for (;;) {
    const { private: made } = generateKeyPairSync('ed25519')
    if (!(parseKey(made) instanceof Error)) return made
  }
}

/** The private host key: the configured one, else the one shared by all nodes. */
export async function hostKeyOf(utils: typeof ssh2.utils, { db, seal, given }: Needs): Promise<string> {
  if (given) return given
  const kept = await sqlHostKeyStore(db).keepFirst(seal.close(freshKey(utils), PURPOSE).toString('base64'))
  return seal.open<string>(Buffer.from(kept, 'base64'), PURPOSE)
}

/** Fingerprint of the host key in the format of `ssh`. Throws ConfigError for an unreadable key. */
export function fingerprintOf(utils: typeof ssh2.utils, key: string): string {
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error) throw new ConfigError([`SFTP_HOST_KEY: ${parsed.message}`])
  return `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`
}
