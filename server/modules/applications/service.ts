import { randomBytes } from 'node:crypto'
import type { Application, ApplicationWay, applications } from '#contract/applications.ts'
import type { AuditAction } from '#contract/audit.ts'
import { APPLICATION_DAYS_KEPT } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { CallStore } from './calls-store.ts'
import type { CredentialStore, Secret } from './credentials-store.ts'
import { SECRET_PURPOSE } from './directory.ts'
import type { ApplicationNeeds } from './needs.ts'
import type { ApplicationStore } from './store.ts'

/** Groups of five characters of a key. */
const KEY_GROUPS = 2
const SECRET_BYTES = 32

type Held = { tx: Tx; held: { id: string; key: string; name: string }; note: (said: Said) => void }
type Said = { action: AuditAction; before?: Record<string, unknown>; after?: Record<string, unknown> }

type Needs = ApplicationNeeds & { store: ApplicationStore; credentials: CredentialStore; calls: CallStore }

/** Applications as administrators keep them: who they are, and whether they may call now. */
export function applicationService({ db, bus, store, credentials, calls, seal, audit, now, newId }: Needs) {
  async function one(id: string): Promise<Application> {
    const found = await store.one(id)
    if (!found) throw new Failure('applicationGone')
    return found
  }

  function drawSecret(ways: readonly ApplicationWay[]): { secret: string; stored: Secret } {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const isSigned = ways.includes('signature') || ways.includes('md5')
    const sealed = isSigned ? seal.close(secret, SECRET_PURPOSE) : null
    return { secret, stored: { ways: [...new Set(ways)], hash: sha256(secret), sealed, at: now() } }
  }

  /** Changes an application, all or nothing: this node judges by it before this returns, the others a moment later. */
  async function change(id: string, { actor, caller }: By, run: (held: Held) => Promise<void>): Promise<void> {
    const key = await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const held = await store.hold(tx, id)
      if (!held) throw new Failure('applicationGone')
      const note = (said: Said) => audit.record(tx, { target: { id, name: held.name }, ...said, actor, caller })
      await run({ tx, held, note })
      return held.key
    })
    await bus.publish('application', { key })
  }
  async function alter(id: string, by: By, run: (held: Held) => Promise<void>): Promise<Application> {
    await change(id, by, run)
    return one(id)
  }

  async function register(
    { ways, ...draft }: ParsedOf<typeof applications.register>,
    { actor, caller }: By,
  ): Promise<DataOf<typeof applications.register>> {
    const id = newId()
    const key = drawReadableCode(KEY_GROUPS).replace('-', '')
    const { secret, stored } = drawSecret(ways)
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.insert(tx, { ...draft, id, key }, stored)
      const target = { id, name: draft.name }
      audit.record(tx, { action: 'applicationRegistered', actor, caller, target, after: { ...draft, key, ways } })
    })
    return { application: await one(id), secret }
  }

  async function edit({ id, ...draft }: ParsedOf<typeof applications.edit>, by: By): Promise<Application> {
    const before = await one(id)
    return alter(id, by, async ({ tx, note }) => {
      await store.update(tx, id, draft)
      note({
        action: 'applicationChanged',
        before: Object.fromEntries(Object.keys(draft).map((key) => [key, before[key as keyof typeof draft]])),
        after: { ...draft },
      })
    })
  }

  async function rotate({ id, ways }: ParsedOf<typeof applications.rotate>, by: By) {
    const { secret, stored } = drawSecret(ways)
    const application = await alter(id, by, async ({ tx, note }) => {
      await credentials.setSecret(tx, id, stored)
      note({ action: 'applicationSecretMade', after: { ways } })
    })
    return { application, secret }
  }

  const setOnline = ({ id, isOnline }: ParsedOf<typeof applications.setOnline>, by: By): Promise<Application> =>
    alter(id, by, async ({ tx, note }) => {
      await store.setOffline(tx, id, isOnline ? null : now())
      note({ action: isOnline ? 'applicationOnline' : 'applicationOffline' })
    })

  async function days({ id, days: count }: ParsedOf<typeof applications.days>) {
    await one(id)
    return calls.days(id, now(), count)
  }

  return {
    one,
    change,
    alter,
    list: store.page,
    register,
    edit,
    rotate,
    setOnline,
    days,
    sweep: () => calls.sweep(now(), new Date(now().getTime() - APPLICATION_DAYS_KEPT * DAY_MS)),
  }
}
export type ApplicationService = ReturnType<typeof applicationService>
