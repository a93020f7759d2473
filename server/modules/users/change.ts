import { ONLINE_MS } from '#contract/core/limits.ts'
import type { User } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { RoleMessages } from '#server/modules/messages/index.ts'
import type { Methods } from '#server/modules/methods/index.ts'
import {
  holdAdministrator,
  type LinkKind,
  lockAdministrators,
  type People,
  type PersonRow,
} from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Counts, UserStore } from './store.ts'

/** Maximum age of the numbers above the list. */
const COUNTS_AGE_MS = 10_000
/** All kinds of links that are mailed. */
export const everyLink: LinkKind[] = ['activation', 'reset', 'invitation', 'backup']

export type UserNeeds = {
  db: Db
  store: UserStore
  audit: Audit
  mails: Mails
  messages: RoleMessages
  people: People
  methods: Pick<Methods, 'open'>
  secondStep: Pick<SecondStep, 'reset'>
  spaces: Pick<SpaceService, 'handOver'>
  origin: () => string
  now: () => Date
  newId: () => string
}
/** An account that is locked until the transaction ends. */
type Held = {
  tx: Tx
  person: PersonRow
  /** Records in the audit log what was done to the account, and by whom. */
  note: (said: Omit<Parameters<Audit['record']>[1], 'actor' | 'caller'>) => void
}

/** An account as target in the audit log when somebody else acts. */
export const targetOf = ({ id, name, email }: Pick<PersonRow, 'id' | 'name' | 'email'>) => ({ id, name, email })

/** Reading and changing accounts, for all rules of this module. */
export function accountChanges({ db, store, audit, mails, people, now }: UserNeeds) {
  let counted: { value: Promise<Counts>; atMs: number } | null = null
  const seenSince = () => new Date(now().getTime() - ONLINE_MS)

  async function counts(): Promise<Counts> {
    const atMs = now().getTime()
    if (!counted || atMs < counted.atMs || atMs - counted.atMs > COUNTS_AGE_MS)
      counted = { value: store.counts(seenSince()), atMs }
    const asked = counted
    try {
      return await asked.value
    } catch (error) {
      if (counted === asked) counted = null
      throw error
    }
  }

  /** Forgets the numbers, after a change of accounts elsewhere too. */
  const recount = () => {
    counted = null
  }

  async function show({ id }: { id: string }): Promise<User> {
    const user = await store.one(id, seenSince())
    if (!user) throw new Failure('userNotFound')
    return user
  }

  /**
   * After the commit: every node drops what it has cached of the accounts, emails are sent, and the numbers are counted
   * again.
   */
  async function afterCommit(ids: string[]): Promise<void> {
    recount()
    mails.kick()
    for (const id of ids) await people.publishChange(id)
  }

  /** Changes one account, all or nothing; every node has been told before this returns. */
  async function alter(id: string, { actor, caller }: By, change: (held: Held) => Promise<void>): Promise<User> {
    await transact(db, async (tx) => {
      await lockAdministrators(tx)
      await holdAdministrator(tx, actor)
      const person = await people.lock(tx, id)
      if (!person) throw new Failure('userNotFound')
      const note: Held['note'] = (said) => audit.record(tx, { target: targetOf(person), ...said, actor, caller })
      await change({ tx, person, note })
    })
    await afterCommit([id])
    return show({ id })
  }

  return { seenSince, counts, recount, show, afterCommit, alter }
}
export type AccountChanges = ReturnType<typeof accountChanges>
