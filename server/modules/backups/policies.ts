import type { BackupPolicy, backups } from '#contract/backups.ts'
import { BACKUP_POLICIES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { demandAddress, tryTarget, withTarget } from '#server/backup/targets/open.ts'
import type { TargetAddress } from '#server/backup/targets/target.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { claimPlace, demandPlace } from './place.ts'
import type { ListedPolicy, PolicyRow, PolicyStore } from './policy-store.ts'
import { runOf } from './run-rows-store.ts'
import type { RunStore } from './run-store.ts'
import { nextRunTime } from './schedule.ts'
import { addressOf, closeSecret, PURPOSE } from './secrets.ts'

/** Longest wait for a target that is tried (our choice). */
const TRY_MS = 60_000

type Needs = {
  db: Db
  audit: Audit
  seal: Seal
  policies: PolicyStore
  runs: RunStore
  roots: readonly string[]
  /** The folders of the installation's own data. */
  data: readonly string[]
  outside: OutsidePolicy
  now: () => Date
  newId: () => string
  wake: () => void
}
type Edit = Omit<ParsedOf<typeof backups.edit>, 'id' | 'account' | 'secret'>

const rowOf = ({ spaceIds, ownerId, monthDay, isCompressed, ...rest }: Edit) => ({
  ...rest,
  space_ids: [...new Set(spaceIds)],
  owner_id: ownerId,
  month_day: monthDay,
  is_compressed: isCompressed,
})
type Scheduled = Pick<PolicyRow, 'cycle' | 'weekday' | 'month_day' | 'hour' | 'zone'>
export const scheduleOf = ({ cycle, weekday, month_day, hour, zone }: Scheduled) => ({
  cycle,
  weekday,
  monthDay: month_day,
  hour,
  zone,
})
/** The next drill of the copies of a policy: at its hour, every Sunday or on the first of each month. */
export const nextDrillOf = (row: Drilled, after: Date): Date | null => {
  if (row.drill === 'never') return null
  return nextRunTime({ cycle: row.drill, weekday: 7, monthDay: 'first', hour: row.hour, zone: row.zone }, after)
}
type Drilled = Pick<PolicyRow, 'drill' | 'hour' | 'zone'>
/** When a policy runs next after a moment. Throws backupZoneUnknown. */
export const nextOf = (row: Scheduled, after: Date): Date => nextRunTime(scheduleOf(row), after)

const policyOf = (row: ListedPolicy, language: Language): BackupPolicy => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  // Those that were deleted meanwhile are no longer named.
  spaceIds: row.spaces.map(({ id }) => id),
  ownerId: row.owner_id,
  tag: row.tag,
  type: row.type,
  retention: row.retention,
  ...scheduleOf(row),
  isCompressed: row.is_compressed,
  drill: row.drill,
  kind: row.kind,
  folder: row.folder,
  server: row.server,
  account: row.account,
  hasSecret: row.secret !== null,
  bucket: row.bucket,
  region: row.region,
  hostKey: row.host_key,
  isEncrypted: row.passphrase !== null,
  isOn: row.is_on,
  nextTime: row.next_at?.toISOString() ?? null,
  owner: row.owner_id && row.owner_name !== null ? { id: row.owner_id, name: row.owner_name } : null,
  spaces: row.spaces,
  lastRun: row.last_run && runOf(row.last_run, language),
})

/** The policies by which administrators have spaces backed up. */
export function backupPolicies({ db, audit, seal, policies, runs, roots, data, outside, now, newId, wake }: Needs) {
  /** How a target is called while someone waits for the response. */
  const asking = () => ({ policy: outside, signal: AbortSignal.timeout(TRY_MS) })

  async function list(language: Language) {
    return {
      folders: [...roots],
      isOutsideOn: outside.isOn,
      list: (await policies.all()).map((row) => policyOf(row, language)),
    }
  }
  async function one(id: string, language: Language): Promise<BackupPolicy> {
    const row = (await policies.all()).find((known) => known.id === id)
    if (!row) throw new Failure('backupPolicyGone')
    return policyOf(row, language)
  }

  /** Throws backupScopeEmpty for a policy that names no space and has no rule, personGone for an unknown owner. */
  async function demandScope({ scope, spaceIds, ownerId, tag, type }: Edit): Promise<void> {
    if (scope === 'some' && !spaceIds.length) throw new Failure('backupScopeEmpty')
    if (scope === 'rule' && !ownerId && !tag && !type) throw new Failure('backupScopeEmpty')
    if (ownerId && !(await policies.isPerson(ownerId))) throw new Failure('personGone')
  }

  /** Changes a policy in a transaction that ends with the entry of the audit. */
  const change = (
    id: string,
    { actor, caller }: By,
    run: (tx: Tx, row: PolicyRow) => Promise<Omit<Parameters<Audit['record']>[1], 'actor' | 'caller' | 'target'>>,
  ) =>
    transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const row = await policies.lock(tx, id)
      if (!row) throw new Failure('backupPolicyGone')
      audit.record(tx, { ...(await run(tx, row)), actor, caller, target: { id, name: row.name } })
    })

  async function create(draft: ParsedOf<typeof backups.create>, by: By) {
    const { passphrase, kind, folder, server, account, secret, bucket, region, ...edit } = draft
    await demandScope(edit)
    const id = newId()
    const next_at = nextRunTime(edit, now())
    const given = { kind, folder, server, account, secret, bucket, region, hostKey: '' }
    const { secret: known, hostKey: _none, ...place } = await demandAddress(given, { roots, data })
    const host_key = await withTarget({ ...place, secret: known, hostKey: '' }, asking(), async (target) => {
      await claimPlace(target, id)
      return target.hostKey ?? ''
    })
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      if ((await policies.count(tx)) >= BACKUP_POLICIES_MAX)
        throw new Failure('backupPoliciesTooMany', { values: { count: BACKUP_POLICIES_MAX } })
      const sealed = passphrase ? seal.close(passphrase, PURPOSE) : null
      const drill_at = nextDrillOf(edit, now())
      const secrets = { passphrase: sealed, secret: closeSecret(seal, id, known) }
      const rest = { ...place, host_key, ...secrets, is_on: true, next_at, drill_at, created_at: now() }
      await policies.insert(tx, { id, ...rowOf(edit), ...rest })
      const after = { ...edit, ...place, ...(host_key && { hostKey: host_key }), isEncrypted: passphrase !== '' }
      audit.record(tx, { action: 'backupPolicyCreated', ...by, target: { id, name: edit.name }, after })
    })
    return one(id, by.language)
  }

  /** The address of a policy with the values that were entered again. */
  function withTyped(row: PolicyRow, { account, secret }: { account?: string | undefined; secret: string }) {
    const known = addressOf(row, seal)
    return { ...known, account: account ?? known.account, secret: secret || known.secret }
  }

  async function edit(input: ParsedOf<typeof backups.edit>, by: By): Promise<BackupPolicy> {
    const { id, account, secret, ...given } = input
    await demandScope(given)
    const row = await policies.byId(id)
    if (!row) throw new Failure('backupPolicyGone')
    const typed = withTyped(row, { account, secret })
    const isTyped = row.kind !== 'folder' && (typed.account !== row.account || secret !== '')
    if (isTyped) await withTarget(typed, asking(), (target) => demandPlace(target, id))
    const next = nextRunTime(given, now())
    await change(id, by, async (tx, row) => {
      const after = rowOf(given)
      await policies.update(tx, id, {
        ...after,
        ...(isTyped && { account: typed.account, secret: closeSecret(seal, id, typed.secret) }),
        ...(row.is_on && { next_at: next, drill_at: nextDrillOf(after, now()) }),
      })
      const { passphrase: _passphrase, secret: _secret, ...before } = row
      const shown = { ...before, ...after, ...(isTyped && { account: typed.account, isSecretNew: secret !== '' }) }
      return { action: 'backupPolicyChanged', before, after: shown }
    })
    return one(id, by.language)
  }

  /** Tries a target. Throws what names why nothing can be written there. */
  async function test({ id, ...given }: ParsedOf<typeof backups.test>): Promise<null> {
    const row = id && (await policies.byId(id))
    if (id && !row) throw new Failure('backupPolicyGone')
    const address: TargetAddress = row
      ? withTyped(row, given)
      : await demandAddress({ ...given, hostKey: '' }, { roots, data })
    await withTarget(address, asking(), (target) => tryTarget(target, `${newId()}.test`))
    return null
  }

  async function setOn({ id, isOn }: ParsedOf<typeof backups.setOn>, by: By): Promise<BackupPolicy> {
    await change(id, by, async (tx, row) => {
      await policies.update(tx, id, {
        is_on: isOn,
        next_at: isOn ? nextOf(row, now()) : null,
        drill_at: isOn ? nextDrillOf(row, now()) : null,
      })
      return { action: 'backupPolicyChanged', before: { isOn: row.is_on }, after: { isOn } }
    })
    return one(id, by.language)
  }

  async function remove({ id }: ParsedOf<typeof backups.remove>, by: By): Promise<null> {
    await change(id, by, async (tx, row) => {
      if (await runs.isOpen(tx, id, ['backup', 'drill', 'restore'])) throw new Failure('backupRunning')
      await policies.remove(tx, id)
      return { action: 'backupPolicyRemoved', before: { folder: row.folder } }
    })
    return null
  }

  /** Begins a run now. Throws backupRunning while one of the policy is under way. */
  async function run({ id, kind }: ParsedOf<typeof backups.run>, by: By): Promise<string> {
    const runId = newId()
    await change(id, by, async (tx) => {
      const begun = { state: 'waiting', is_scheduled: false, person_id: by.actor.id, created_at: now() } as const
      await runs.insert(tx, { id: runId, policy_id: id, kind, ...begun })
      return { action: kind === 'drill' ? 'backupDrillStarted' : 'backupStarted', after: { kind } }
    })
    wake()
    return runId
  }

  async function stop({ id }: ParsedOf<typeof backups.stop>, by: By): Promise<null> {
    await change(id, by, async (tx) => {
      await runs.askToStop(tx, id)
      return { action: 'backupStopped' }
    })
    return null
  }

  return { list, create, edit, test, setOn, remove, run, stop }
}
