import type { AccountDeletion, accountDeletions } from '#contract/account-deletions.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { noteHeld, refuseHeld } from '#server/modules/legal-holds/index.ts'
import { holdAdministrator, type People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { UserService } from '#server/modules/users/index.ts'
import { pageOf } from '#server/storage/cursor.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { certified, fileOf, isGenuine } from './certificate.ts'
import type { DeletionRow, DeletionStore } from './store.ts'

export type DeletionNeeds = {
  db: Db
  store: DeletionStore
  seal: Seal
  audit: Audit
  people: Pick<People, 'byId' | 'lock' | 'publishChange'>
  spaces: Pick<SpaceService, 'handOver' | 'dismiss'>
  users: Pick<UserService, 'recount'>
  origin: () => string
  now: () => Date
}

/** Permanently deletes accounts: personal data is removed, data of spaces is kept without the name. */
export function deletionService({ db, store, seal, audit, people, spaces, users, origin, now }: DeletionNeeds) {
  const shown = (row: DeletionRow): AccountDeletion => ({
    id: row.id,
    name: row.name,
    emailAccounts: row.email,
    deletedBy: row.deleted_by,
    deletedAt: row.deleted_at.toISOString(),
    removed: row.removed_rows,
    sha256: row.sha256.toString('hex'),
    isGenuine: isGenuine(seal, row),
  })

  async function remove(
    { id, emailAccounts }: ParsedOf<typeof accountDeletions.remove>,
    by: By,
  ): Promise<AccountDeletion> {
    const { actor, caller } = by
    const known = await people.byId(id)
    if (!known) throw new Failure('userNotFound')
    const target = { id, name: known.name, email: known.email }
    // Counted before: the account is disabled, so nothing is added to it.
    const kept = await store.keptRows(id)
    const work = async (tx: Tx) => {
      await holdAdministrator(tx, actor)
      const person = await people.lock(tx, id)
      if (!person) throw new Failure('userNotFound')
      if (!person.disabled_at) throw new Failure('userNotDisabled')
      if (emailAccounts.toLowerCase() !== person.email.toLowerCase()) throw new Failure('accountConfirmWrong')
      // An account that was merged into this one is the same person.
      const merged = await store.mergedInto(tx, id)
      for (const one of [person, ...merged]) await refuseHeld(tx, 'person', one.id)
      await spaces.handOver(tx, person, {}, by)
      const memberships = await store.spacesOf(tx, id)
      for (const spaceId of memberships) await spaces.dismiss(tx, { spaceId, personId: id }, actor)
      const at = now()
      for (const other of merged) {
        await store.removeRows(tx, other)
        await store.anonymise(tx, other.id, at)
      }
      const removed = { member: memberships.length, ...(await store.removeRows(tx, person)) }
      const anonymised = await store.anonymise(tx, id, at)
      const made = certified(seal, { site: origin(), person, by: actor, at, removed, anonymised, kept })
      const said = { id, name: person.name, email: person.email, deleted_by: actor.name, deleted_at: at }
      const removed_rows = Object.values(removed).reduce((sum, count) => sum + count, 0)
      const deletion = { ...said, removed_rows, ...made }
      await store.insert(tx, deletion)
      const after = { certificateSha256: made.sha256.toString('hex') }
      audit.record(tx, { action: 'userDeleted', actor, caller, target, after })
      return deletion
    }
    const row = await noteHeld(audit, { action: 'userDeleted', actor, caller, target }, () => transact(db, work))
    await people.publishChange(id)
    users.recount()
    return shown(row)
  }

  async function list({ after, size }: ParsedOf<typeof accountDeletions.list>) {
    return pageOf(await store.newest(after, size + 1), size, { toItem: shown, key: ({ key, id }) => [key, id] })
  }

  async function certificate({ id }: { id: string }): Promise<string> {
    const row = await store.one(id)
    if (!row) throw new Failure('notFound')
    return fileOf(row)
  }

  return { remove, list, certificate }
}
