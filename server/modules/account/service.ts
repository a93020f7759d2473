import type { account, Device, Identity, MailType, Profile, ProfileChange } from '#contract/account.ts'
import { MailType as MailTypes } from '#contract/account.ts'
import { SESSION_IDLE_MS } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { strengthOf } from '#contract/people.ts'
import { Failure } from '#server/failure.ts'
import { deviceOf } from '#server/http/agent.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type Mails, occasionOf } from '#server/modules/mails/index.ts'
import type { Methods } from '#server/modules/methods/index.ts'
import type { People, PersonRow } from '#server/modules/people/index.ts'
import { isCommonPassword } from '#server/modules/registration/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import { hashPassword, type SessionService, userInfoOf, verifyPassword } from '#server/modules/session/index.ts'
import type { SignInService } from '#server/modules/sign-in/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { drawAvatar } from './avatar.ts'
import type { AccountStore } from './store.ts'

type Needs = {
  db: Db
  store: AccountStore
  now: () => Date
  audit: Audit
  mails: Mails
  people: People
  session: SessionService
  secondStep: SecondStep
  signIn: SignInService
  methods: Pick<Methods, 'publicMethods'>
}
/** Addresses that one person may have a confirmation sent to within an hour. */
const BACKUPS_AN_HOUR = 5
const HOUR_MS = 3_600_000

type Who = { actor: SignedIn; caller: Caller }

const toldProfile = (row: PersonRow): Profile => ({
  userId: row.id,
  emailAccounts: row.email,
  name: row.name,
  englishName: row.english_name,
  orgChineseName: row.unit,
  orgEnglishName: row.english_unit,
  telephone: row.phone,
  orcId: row.orcid,
  introduction: row.introduction,
  avatar: row.avatar,
  role: row.role,
  joinMethod: row.join_method,
  createTime: row.created_at.toISOString(),
  hasPassword: row.password_hash !== null,
  passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
  backupEmail: row.backup_email,
  isBackupVerified: row.backup_verified_at !== null,
})
const rowOf = (change: ProfileChange) => ({
  name: change.name,
  english_name: change.englishName,
  unit: change.orgChineseName,
  english_unit: change.orgEnglishName,
  phone: change.telephone,
  orcid: change.orcId,
  introduction: change.introduction,
})

export function accountService(needs: Needs) {
  const { db, store, now, audit, mails, people, session, secondStep, signIn, methods } = needs
  const targetOf = ({ id, email }: { id: string; email: string }) => ({ id, name: email })

  async function me(actor: SignedIn): Promise<PersonRow> {
    const row = await people.byId(actor.id)
    if (!row) throw new Failure('notSignedIn')
    return row
  }

  async function update(change: ProfileChange, { actor, caller }: Who): Promise<Profile> {
    const before = await me(actor)
    // What changes nothing is nothing to write down.
    if (JSON.stringify(rowOfPerson(before)) === JSON.stringify(rowOf(change))) return toldProfile(before)
    const after = await db.transaction().execute(async (tx) => {
      const row = await people.update(tx, actor.id, rowOf(change))
      await audit.record(tx, {
        action: 'profileChanged',
        actor,
        caller,
        target: targetOf(actor),
        before: rowOfPerson(before),
        after: rowOf(change),
      })
      return row
    })
    await people.told(actor.id)
    return toldProfile(after)
  }
  const rowOfPerson = (row: PersonRow) => {
    const { name, english_name, unit, english_unit, phone, orcid, introduction } = row
    return { name, english_name, unit, english_unit, phone, orcid, introduction }
  }

  async function setAvatar(image: string | null, { actor, caller }: Who) {
    const png = image ? await drawAvatar(image) : null
    const hash = png && sha256(png)
    const avatar = hash ? `/api/avatars/${hash.toString('hex')}` : ''
    await db.transaction().execute(async (tx) => {
      if (png && hash) await store.keepAvatar(tx, hash, png)
      await people.update(tx, actor.id, { avatar })
      await audit.record(tx, { action: 'avatarChanged', actor, caller, target: targetOf(actor) })
    })
    await people.told(actor.id)
    return userInfoOf({ ...actor, avatar })
  }

  async function avatar(hash: string): Promise<Buffer> {
    const row = await store.avatar(Buffer.from(hash, 'hex'))
    if (!row) throw new Failure('notFound')
    return row.png
  }

  /** Whether this is the password of the account, with the waits of a sign-in for whoever guesses. */
  async function provePassword(person: PersonRow, password: string, caller: Caller): Promise<void> {
    const proved = await session.tryPatiently({ address: caller.address, name: person.email }, async () =>
      person.password_hash && (await verifyPassword(password, person.password_hash)) ? true : null,
    )
    if (!proved) throw new Failure('wrongPassword')
  }

  async function proveCode(person: PersonRow, code: string, caller: Caller): Promise<void> {
    const isTotp = /^\d{6}$/.test(code.trim())
    const proved = await session.tryPatiently({ address: caller.address, name: person.email }, async () =>
      (await secondStep.isCode(person.id, isTotp ? 'totp' : 'recovery', code)) ? true : null,
    )
    if (!proved) throw new Failure('codeWrong')
  }

  /** Proves again who is there. The password where there is one: who only stole a phone has a code. */
  async function confirm({ password, code }: ParsedOf<typeof account.confirm>, { actor, caller }: Who): Promise<null> {
    const person = await me(actor)
    const target = targetOf(actor)
    try {
      if (password !== undefined) await provePassword(person, password, caller)
      else if (code !== undefined && person.password_hash === null) await proveCode(person, code, caller)
      else throw new Failure('wrongPassword')
    } catch (error) {
      const reason = error instanceof Failure ? error.refusal : 'unknown'
      await audit.note({ action: 'confirm', outcome: 'refused', reason, actor, caller, target })
      throw error
    }
    await session.confirm(actor.sessionId ?? '', actor.id)
    await audit.note({ action: 'confirm', actor, caller, target })
    return null
  }

  async function changePassword(
    { origPwd, newPwd, conPwd }: ParsedOf<typeof account.changePassword>,
    { actor, caller }: Who,
  ): Promise<null> {
    const person = await me(actor)
    if (newPwd !== conPwd) throw new Failure('passwordsDiffer')
    if (person.password_hash) await provePassword(person, origPwd ?? '', caller)
    // Who has none proves by something else who they are.
    else if (!actor.isConfirmed) throw new Failure('confirmNeeded')
    if (origPwd === newPwd) throw new Failure('passwordSame')
    if (await isCommonPassword(newPwd)) throw new Failure('passwordCommon')
    const password_hash = await hashPassword(newPwd)
    await db.transaction().execute(async (tx) => {
      await people.update(tx, actor.id, { password_hash, password_changed_at: now() })
      await people.endSessions(tx, actor.id, actor.sessionId)
      await people.endLinks(tx, actor.id, ['reset'])
      await audit.record(tx, { action: 'passwordChanged', actor, caller, target: targetOf(actor) })
      await tellChange(tx, person, caller)
    })
    mails.kick()
    await people.told(actor.id)
    return null
  }
  const tellChange = (tx: Tx, person: PersonRow, caller: Caller) =>
    mails.queue(tx, {
      kind: 'passwordChanged',
      recipient: person.email,
      language: person.language,
      personId: person.id,
      details: occasionOf(person, caller, now()),
    })

  async function setBackupEmail(spareEmail: string, { actor, caller }: Who, language: Language): Promise<Profile> {
    const person = await me(actor)
    if (spareEmail.toLowerCase() === person.email.toLowerCase()) throw new Failure('backupSame')
    if (spareEmail) await people.pace('backup', spareEmail)
    if (spareEmail) await people.pace('backup of', actor.id, { turns: BACKUPS_AN_HOUR, withinMs: HOUR_MS })
    const after = await db.transaction().execute(async (tx) => {
      await people.endLinks(tx, person.id, ['backup'])
      const row = await people.update(tx, person.id, { backup_email: spareEmail, backup_verified_at: null })
      await audit.record(tx, {
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
    return toldProfile(after)
  }

  async function identities(actor: SignedIn, language: Language) {
    const [rows, all] = await Promise.all([signIn.identities(actor.id), methods.publicMethods(language)])
    const bound = rows.map(
      (row): Identity => ({
        id: row.id,
        kind: row.kind,
        methodName: row.name[language],
        label: row.label,
        boundAt: row.bound_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      }),
    )
    return { bound, free: all.filter((method) => !rows.some((row) => row.method_id === method.id)) }
  }

  async function bindDirectory(
    { methodId, username, password }: ParsedOf<typeof account.bindDirectory>,
    { actor, caller }: Who,
    language: Language,
  ): Promise<Identity> {
    const outsider = await signIn.verifyDirectory(methodId, username, password, { caller, language, device: undefined })
    const problem = await signIn.bindTo(actor.id, { methodId, kind: 'ldap', outsider }, caller)
    if (problem) throw new Failure(problem)
    const { bound } = await identities(actor, language)
    const identity = bound.find((one) => one.kind === 'ldap' && one.label === outsider.label)
    if (!identity) throw new Failure('notFound')
    return identity
  }

  async function unbind(id: string, { actor, caller }: Who): Promise<null> {
    const person = await me(actor)
    await db.transaction().execute(async (tx) => {
      const gone = await signIn.removeIdentity(tx, actor.id, id)
      if (!gone) throw new Failure('notFound')
      const [others, passkeys] = await Promise.all([
        tx.selectFrom('identity').select('id').where('person_id', '=', actor.id).execute(),
        secondStep.passkeys(actor.id),
      ])
      if (!person.password_hash && !others.length && !passkeys.length) throw new Failure('lastWay')
      await audit.record(tx, {
        action: 'identityUnbound',
        actor,
        caller,
        target: targetOf(actor),
        before: { account: gone.label },
      })
    })
    return null
  }

  async function devices(actor: SignedIn): Promise<Device[]> {
    const rows = await store.devices(actor.id, new Date(now().getTime() - SESSION_IDLE_MS))
    return rows.map((row) => ({
      id: row.id,
      ...deviceOf(row.user_agent),
      address: row.address,
      method: row.method,
      createdAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      isCurrent: row.id === actor.sessionId,
    }))
  }
  async function endDevice(id: string, { actor, caller }: Who): Promise<null> {
    await db.transaction().execute(async (tx) => {
      const gone = await store.endDevice(tx, actor.id, id)
      if (!gone) throw new Failure('notFound')
      await audit.record(tx, {
        action: 'sessionEnded',
        actor,
        caller,
        target: targetOf(actor),
        before: { address: gone.address, ...deviceOf(gone.user_agent) },
      })
    })
    await people.told(actor.id)
    return null
  }
  async function endOthers({ actor, caller }: Who): Promise<number> {
    const count = await db.transaction().execute(async (tx) => {
      const ended = await people.endSessions(tx, actor.id, actor.sessionId)
      await audit.record(tx, {
        action: 'sessionEnded',
        actor,
        caller,
        target: targetOf(actor),
        before: { others: ended },
      })
      return ended
    })
    await people.told(actor.id)
    return count
  }

  async function mailTypes(actor: SignedIn): Promise<Record<MailType, boolean>> {
    const off = await store.mailsOff(actor.id)
    return Object.fromEntries(MailTypes.options.map((type) => [type, !off.has(type)])) as Record<MailType, boolean>
  }
  async function setMailType(
    { type, value }: { type: MailType; value: boolean },
    { actor, caller }: Who,
  ): Promise<null> {
    const isOn = !(await store.mailsOff(actor.id)).has(type)
    if (isOn === value) return null
    await db.transaction().execute(async (tx) => {
      if (value) await store.mailOn(tx, actor.id, type)
      else await store.mailOff(tx, actor.id, type)
      await audit.record(tx, {
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
    profile: async (actor: SignedIn) => toldProfile(await me(actor)),
    update,
    setAvatar,
    avatar,
    confirm,
    checkPassword: async (password: string) => ({
      strength: strengthOf(password),
      isCommon: await isCommonPassword(password),
    }),
    changePassword,
    setBackupEmail,
    identities,
    bindDirectory,
    unbind,
    devices,
    endDevice,
    endOthers,
    mailTypes,
    setMailType,
    sweep: store.sweepAvatars,
  }
}
export type AccountService = ReturnType<typeof accountService>
