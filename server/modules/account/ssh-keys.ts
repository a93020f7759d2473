import { createPublicKey } from 'node:crypto'
import type { account, SshKey } from '#contract/account.ts'
import { KEYS_PER_PERSON, SSH_RSA_BITS_MIN } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { lockOwn, targetOf } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { appPasswordOf, endOfDays, type KeyNeeds } from './keys.ts'
import type { AppPasswordRow } from './store.ts'

/** Types of keys whose signatures the SFTP server can verify; without DSA. */
const TYPES = /^(ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|ssh-rsa)$/
const PRIVATE = /PRIVATE KEY|PuTTY-User-Key-File/

function sshKeyOf(row: AppPasswordRow): SshKey {
  const { protocols: _, ...key } = appPasswordOf(row)
  const fingerprint = `SHA256:${row.hash.toString('base64').replace(/=+$/, '')}`
  return { ...key, type: row.ssh_key_type ?? '', fingerprint }
}

/** Type and bytes of a public key. Throws sshKeyPrivate, sshKeyInvalid, sshKeyUnsupported. */
async function parsed(text: string): Promise<{ type: string; bytes: Buffer }> {
  if (PRIVATE.test(text)) throw new Failure('sshKeyPrivate')
  // Loaded on first use, to save memory on sites without such keys.
  const { default: ssh2 } = await import('ssh2')
  const key = ssh2.utils.parseKey(text)
  if (key instanceof Error) throw new Failure(/^(sk-)?(ssh|ecdsa)-/.test(text) ? 'sshKeyUnsupported' : 'sshKeyInvalid')
  const bits = createPublicKey(key.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? SSH_RSA_BITS_MIN
  if (!TYPES.test(key.type) || bits < SSH_RSA_BITS_MIN) throw new Failure('sshKeyUnsupported')
  return { type: key.type, bytes: key.getPublicSSH() }
}

/** One's public keys, which open SFTP. */
export function sshKeyService({ db, store, now, newId, audit, spaces, people }: KeyNeeds) {
  async function add(draft: ParsedOf<typeof account.addSshKey>, { actor, caller }: By): Promise<SshKey> {
    const { name, publicKey, spaceId, validityDays } = draft
    const { type, bytes } = await parsed(publicKey)
    // A space that the person can't see is answered as not found.
    const space = spaceId ? await spaces.show(spaceId, actor) : null
    const row = {
      id: newId(),
      person_id: actor.id,
      name,
      hash: sha256(bytes),
      protocols: ['sftp' as const],
      space_id: space?.id ?? null,
      ssh_key_type: type,
      created_at: now(),
      expires_at: validityDays ? endOfDays(now(), validityDays) : null,
    }
    const key = sshKeyOf({ ...row, last_used_at: null, space_name: space?.name ?? null })
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const keys = await store.appPasswords('sshKey', actor.id, tx)
      if (keys.some(({ hash }) => hash.equals(row.hash))) throw new Failure('sshKeyKnown')
      if (keys.length >= KEYS_PER_PERSON) throw new Failure('tooManyKeys')
      await store.addAppPassword(tx, row)
      const after = {
        name,
        fingerprint: key.fingerprint,
        space: space?.name ?? null,
        validityDays: validityDays ?? null,
      }
      audit.record(tx, { action: 'sshKeyAdded', actor, caller, target: targetOf(actor), after })
    })
    return key
  }
  async function remove({ id }: ParsedOf<typeof account.removeSshKey>, { actor, caller }: By) {
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const gone = await store.removeAppPassword(tx, 'sshKey', actor.id, id)
      if (!gone) throw new Failure('notFound')
      const before = { name: gone.name }
      audit.record(tx, { action: 'sshKeyRemoved', actor, caller, target: targetOf(actor), before })
    })
    // SFTP caches which person a key belongs to, so the change is published.
    await people.publishChange(actor.id)
    return null
  }
  return {
    list: async (personId: string) => (await store.appPasswords('sshKey', personId)).map(sshKeyOf),
    add,
    remove,
  }
}
