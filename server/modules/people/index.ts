import { randomBytes } from 'node:crypto'
import {
  ACTIVATION_HOURS,
  HISTORY_KEEP_DAYS,
  INVITATION_HOURS,
  MAIL_AGAIN_MS,
  RESET_HOURS,
} from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { hasSuffix, suffixesOf } from '#contract/people.ts'
import type { Role } from '#contract/session.ts'
import type { AccountRules } from '#contract/settings.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Claim } from '#server/storage/schema.ts'
import { sha256 } from '#server/storage/seal.ts'
import { type LinkKind, type PersonRow, sqlPeopleStore } from './store.ts'

export {
  administratorIds,
  holdAdministrator,
  lockActing,
  lockAdministrators,
  lockOwn,
} from './acting-store.ts'
export {
  agreedTo,
  columnOf,
  columnsOf,
  type Field,
  type Fields,
  fields,
  type Given,
  personFieldsOf,
  targetOf,
} from './fields.ts'
export { personReferences } from './references.ts'
export type { LinkKind, PersonRow } from './store.ts'

type Wish = { kind: LinkKind; personId: string; email: string; claim?: Claim | null }
/** Lifetime of each kind of link, and the page that it opens. */
const links: Record<LinkKind, { hours: number; page: (code: string) => string }> = {
  activation: { hours: ACTIVATION_HOURS, page: (code) => `/validate-success?code=${code}` },
  reset: { hours: RESET_HOURS, page: (code) => `/reset-password?code=${code}` },
  invitation: { hours: INVITATION_HOURS, page: (code) => `/reset-password?code=${code}` },
  backup: { hours: RESET_HOURS, page: (code) => `/validate-success?backup=${code}` },
}

/** Shared by all capabilities about accounts: rows, links in mails, roles by address, and ending sessions. */
export function peopleModule({
  db,
  bus,
  now,
  origin,
  settings,
}: Pick<Deps, 'db' | 'bus' | 'now'> & {
  origin: () => string
  settings: { accountRules: () => Promise<AccountRules> }
}) {
  const store = sqlPeopleStore(db)

  /** Creates links and returns their addresses; `hoursOf` is the lifetime for their mails. */
  async function makeLinks(tx: Db | Tx, wishes: Wish[]) {
    const at = now()
    const made = wishes.map((wish) => ({ ...wish, code: randomBytes(24).toString('base64url') }))
    const rows = made.map(({ kind, personId, email, code, claim = null }) => ({
      hash: sha256(code),
      kind,
      person_id: personId,
      email,
      claim,
      created_at: at,
      expires_at: new Date(at.getTime() + links[kind].hours * HOUR_MS),
    }))
    if (rows.length) await store.insertLinks(tx, rows)
    return made.map(({ kind, code }) => `${origin()}${links[kind].page(code)}`)
  }
  const lastClaim = async (personId: string, tx: Db | Tx = db) =>
    (await store.lastClaims([personId], tx)).get(personId) ?? null
  async function makeLink(tx: Db | Tx, wish: Wish): Promise<string> {
    const [url = ''] = await makeLinks(tx, [wish])
    return url
  }

  /** Finds a valid link. Throws a refusal when it is not valid. */
  async function findLink(code: string, kinds: LinkKind[]) {
    const link = await store.link(sha256(code), kinds, now())
    if (!link) throw new Failure('linkWrong')
    return link
  }
  const isLinkValid = async (code: string, kind: LinkKind, tx?: Tx) =>
    (await store.link(sha256(code), [kind], now(), tx)) !== undefined
  /** Uses a link up and returns it with its account, which stays locked: accounts are locked before their links. */
  async function spendLink(tx: Tx, code: string, kinds: LinkKind[]) {
    const found = await store.link(sha256(code), kinds, now(), tx)
    const person = found && (await store.lock(tx, found.person_id))
    const link = person && (await store.spendLink(tx, sha256(code), kinds, now()))
    if (!link) throw new Failure('linkWrong')
    return { link, person }
  }

  /** Rate limit of a kind of mail to one address, registered or not: `limit` times within `withinMs`. */
  async function limitMails(kind: string, email: string, { limit = 1, withinMs = MAIL_AGAIN_MS } = {}): Promise<void> {
    const at = now()
    const before = new Date(at.getTime() - withinMs)
    let earliestMs = Number.POSITIVE_INFINITY
    for (let slot = 0; slot < limit; slot += 1) {
      const last = await store.consumeRateLimit(`${kind} ${slot} ${email.toLowerCase()}`, at, before)
      if (!last) return
      earliestMs = Math.min(earliestMs, last.getTime())
    }
    const seconds = Math.max(1, Math.ceil((earliestMs + withinMs - at.getTime()) / 1000))
    throw new Failure('mailAgainLater', { values: { seconds }, data: { seconds } })
  }

  /**
   * The role of an account by its address: a matching suffix makes an advanced user, losing it undoes that. A role set
   * by an administrator or a sign-in method stays. Source: spec section 6; checked again at each sign-in.
   */
  async function roleBySuffix(person: Pick<PersonRow, 'email' | 'role' | 'role_source'>): Promise<Role> {
    if (person.role_source !== 'suffix') return person.role
    const { seniorSuffixes } = await settings.accountRules()
    return hasSuffix(person.email, suffixesOf(seniorSuffixes)) ? 'role_senior' : 'role_general'
  }

  const sweep = () => {
    const at = now()
    return store.sweep(new Date(at.getTime() - 30 * DAY_MS), at, new Date(at.getTime() - HISTORY_KEEP_DAYS * DAY_MS))
  }

  return {
    byEmail: store.byEmail,
    byId: store.byId,
    lock: store.lock,
    lockByEmail: store.lockByEmail,
    insert: store.insert,
    update: store.update,
    lastClaim,
    lastClaims: store.lastClaims,
    endKeys: store.endKeys,
    insertInvitation: store.insertInvitation,
    endInvitation: store.endInvitation,
    endInvitationsOf: store.endInvitationsOf,
    forgetDelays: store.forgetDelays,
    endLinks: (tx: Db | Tx, personId: string, kinds: LinkKind[]) => store.endLinks(tx, personId, kinds, now()),
    isMailOff: store.isMailOff,
    makeLink,
    makeLinks,
    isLinkValid,
    findLink,
    spendLink,
    hoursOf: (kind: LinkKind) => links[kind].hours,
    limitMails,
    roleBySuffix,
    endSessions: (tx: Db | Tx, personId: string, except: string | null = null) =>
      store.endSessions(tx, personId, except),
    /** Called after the commit: every node drops its cache of this person. */
    publishChange: (personId: string) => bus.publish('person', { id: personId }),
    sweep,
  }
}
export type People = ReturnType<typeof peopleModule>
