import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { users } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { UserNeeds } from './change.ts'
import { invitationOf, sqlInvitationStore } from './invitation-store.ts'

/** 144 bits: 24 characters of base64url. */
const CODE_BYTES = 18
const Cursor = z.tuple([part.timestamp, part.id])

/** Codes that let people register; only their SHA-256 is kept. */
export function invitationRules({ db, audit, mails, people, origin, now, newId }: UserNeeds) {
  const store = sqlInvitationStore(db)

  async function invitations({ after, size }: ParsedOf<typeof users.invitations>) {
    const found = await store.page({ after: after ? decodeCursor(after, Cursor) : null, most: size + 1, at: now() })
    return pageOf(found, size, { toItem: invitationOf, key: (row) => [row.key, row.id] })
  }

  async function addInvitation(
    { emailAccounts, role, uses, validityDays }: ParsedOf<typeof users.addInvitation>,
    { actor, caller, language }: By,
  ): Promise<DataOf<typeof users.addInvitation>> {
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const url = `${origin()}/register?code=${code}`
    const [id, at] = [newId(), now()]
    const expiresAt = new Date(at.getTime() + validityDays * DAY_MS)
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await people.insertInvitation(tx, {
        id,
        hash: sha256(code),
        email: emailAccounts.toLowerCase(),
        role,
        uses_left: uses,
        created_by: actor.id,
        created_at: at,
        expires_at: expiresAt,
      })
      if (emailAccounts)
        await mails.queue(tx, {
          kind: 'invitationCode',
          recipient: emailAccounts,
          language,
          details: { inviter: actor.name, until: expiresAt.toISOString().slice(0, 10) },
          secrets: { url, code },
        })
      audit.record(tx, {
        action: 'invitationMade',
        actor,
        caller,
        target: { id, name: emailAccounts },
        after: { role, uses, expiresAt: expiresAt.toISOString() },
      })
    })
    mails.kick()
    return { item: invitationOf(await store.one(id)), code, url }
  }

  async function removeInvitation({ id }: { id: string }, { actor, caller }: By): Promise<null> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const gone = await store.remove(tx, id)
      if (!gone) throw new Failure('notFound')
      const target = { id, name: gone.email }
      audit.record(tx, { action: 'invitationRemoved', actor, caller, target, before: { role: gone.role } })
    })
    return null
  }

  return { invitations, addInvitation, removeInvitation }
}
