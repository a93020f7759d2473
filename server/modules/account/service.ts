import type { account, MailType, Profile, ProfileChange } from '#contract/account.ts'
import { MailType as MailTypes } from '#contract/account.ts'
import { AVATAR_BYTES_MAX, AVATAR_PX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { strengthOf } from '#contract/people.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { columnsOf, lockOwn, type PersonRow, personFieldsOf, targetOf } from '#server/modules/people/index.ts'
import { isCommonPassword } from '#server/modules/registration/index.ts'
import { userInfoOf } from '#server/modules/session/index.ts'
import { transact } from '#server/storage/database.ts'
import { drawPicture } from '#server/storage/draw.ts'
import { sha256 } from '#server/storage/seal.ts'
import { deviceRules } from './devices.ts'
import { identityRules } from './identities.ts'
import { type AccountNeeds, ownRow } from './own.ts'
import { passwordRules } from './password.ts'

/** Maximum number of confirmation mails for backup addresses that one person may request per hour. */
const BACKUPS_AN_HOUR = 5

const profileOf = (row: PersonRow): Profile => ({
  userId: row.id,
  ...personFieldsOf(row),
  role: row.role,
  joinMethod: row.join_method,
  createTime: row.created_at.toISOString(),
  hasPassword: row.password_hash !== null,
  passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
  backupEmail: row.backup_email,
  isBackupVerified: row.backup_verified_at !== null,
})

const AVATAR = { width: AVATAR_PX, height: AVATAR_PX, bytesMax: AVATAR_BYTES_MAX }

/** One's own account. */
export function accountService(needs: AccountNeeds) {
  const { db, store, audit, mails, people } = needs

  async function update(change: ProfileChange, { actor, caller }: By): Promise<Profile> {
    const after = columnsOf(change)
    const changed = await transact(db, async (tx) => {
      const person = await lockOwn(tx, actor)
      const before = Object.fromEntries(Object.keys(after).map((column) => [column, person[column as keyof PersonRow]]))
      // A call that changes nothing is not recorded.
      if (JSON.stringify(before) === JSON.stringify(after)) return person
      const row = await people.update(tx, actor.id, after)
      audit.record(tx, { action: 'profileChanged', actor, caller, target: targetOf(actor), before, after })
      return row
    })
    await people.publishChange(actor.id)
    return profileOf(changed)
  }

  async function setAvatar(image: string | null, { actor, caller }: By) {
    const png = image ? await drawPicture(image, { ...AVATAR, personId: actor.id }) : null
    const hash = png && sha256(png)
    const avatar = hash ? `/api/avatars/${hash.toString('hex')}` : ''
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if (png && hash) await store.keepAvatar(tx, hash, png)
      await people.update(tx, actor.id, { avatar })
      audit.record(tx, { action: 'avatarChanged', actor, caller, target: targetOf(actor) })
    })
    await people.publishChange(actor.id)
    return userInfoOf({ ...actor, avatar })
  }

  async function avatar(hash: string): Promise<Buffer> {
    const row = await store.avatar(Buffer.from(hash, 'hex'))
    if (!row) throw new Failure('notFound')
    return row.png
  }

  async function setBackupEmail(
    { spareEmail }: ParsedOf<typeof account.setBackupEmail>,
    { actor, caller, language }: By,
  ): Promise<Profile> {
    const person = await ownRow(people, actor)
    if (spareEmail.toLowerCase() === person.email.toLowerCase()) throw new Failure('backupSame')
    if (spareEmail) await people.limitMails('backup', spareEmail)
    if (spareEmail) await people.limitMails('backup of', actor.id, { limit: BACKUPS_AN_HOUR, withinMs: HOUR_MS })
    const after = await transact(db, async (tx) => {
      const person = await lockOwn(tx, actor)
      await people.endLinks(tx, person.id, ['backup'])
      const row = await people.update(tx, person.id, { backup_email: spareEmail, backup_verified_at: null })
      audit.record(tx, {
        action: 'backupEmailChanged',
        actor,
        caller,
        target: targetOf(actor),
        before: { backupEmail: person.backup_email },
        after: { backupEmail: spareEmail },
      })
      if (!spareEmail) return row
      const url = await people.makeLink(tx, { kind: 'backup', personId: person.id, email: spareEmail })
      const details = { name: person.name, account: person.email, hours: people.hoursOf('backup') }
      await mails.queue(tx, {
        kind: 'backup',
        recipient: spareEmail,
        language,
        personId: person.id,
        details,
        secrets: { url },
      })
      return row
    })
    mails.kick()
    return profileOf(after)
  }

  async function mailTypes(actor: SignedIn): Promise<Record<MailType, boolean>> {
    const off = await store.mailsOff(actor.id)
    return Object.fromEntries(MailTypes.options.map((type) => [type, !off.has(type)])) as Record<MailType, boolean>
  }
  async function setMailType(
    { type, value }: { type: MailType; value: boolean },
    { actor, caller }: By,
  ): Promise<null> {
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const isOn = !(await store.mailsOff(actor.id, tx)).has(type)
      if (isOn === value) return
      if (value) await store.mailOn(tx, actor.id, type)
      else await store.mailOff(tx, actor.id, type)
      audit.record(tx, {
        action: 'mailTypeChanged',
        actor,
        caller,
        target: targetOf(actor),
        after: { [type]: value },
      })
    })
    return null
  }

  return {
    profile: async (actor: SignedIn) => profileOf(await ownRow(people, actor)),
    update,
    setAvatar,
    avatar,
    checkPassword: async (password: string) => ({
      strength: strengthOf(password),
      isCommon: await isCommonPassword(password),
    }),
    setBackupEmail,
    mailTypes,
    setMailType,
    ...passwordRules(needs),
    ...identityRules(needs),
    ...deviceRules(needs),
    sweep: store.sweepAvatars,
  }
}
export type AccountService = ReturnType<typeof accountService>
