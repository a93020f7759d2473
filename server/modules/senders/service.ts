import { randomInt } from 'node:crypto'
import type { AuditAction } from '#contract/audit.ts'
import { SENDERS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Sender, SenderFtp, senders } from '#contract/senders.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { SenderRow, SenderStore } from './store.ts'

type One = { id: string }
type Needs = {
  db: Db
  store: SenderStore
  audit: Pick<Audit, 'record'>
  hasFtp: boolean
  now: () => Date
  newId: () => string
}

/** Characters of a code, without look-alikes, and how many it has. Source: original.md 5.1, 18 random characters. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 18
const drawCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const senderOf = (row: SenderRow): Sender => ({
  id: row.id,
  name: row.name,
  account: row.account,
  host: row.host,
  until: row.until,
  datasetGb: row.dataset_gb,
  ftp: row.ftp,
  isRevoked: row.revoked_at !== null,
  createdAt: row.created_at.toISOString(),
  codeAt: row.code_at.toISOString(),
  enteredAt: row.entered_at?.toISOString() ?? null,
})
/** The values stored in the audit log; never the code. */
const audited = ({ name, account, host, until, dataset_gb: datasetGb, ftp }: SenderRow) => ({
  name,
  account,
  host,
  until,
  datasetGb,
  ftp,
})

/** The installations that may send datasets here, as administrators keep them. */
export function senderService({ db, store, audit, hasFtp, now, newId }: Needs) {
  const list = async () => (await store.all()).map(senderOf)

  const note = (tx: Tx, { actor, caller }: By, action: AuditAction, row: SenderRow, before?: SenderRow) =>
    audit.record(tx, {
      actor,
      caller,
      action,
      target: { id: row.id, name: row.name },
      after: audited(row),
      ...(before && { before: audited(before) }),
    })

  /** Throws senderFtpOff for a way that this site does not serve. */
  function demandFtp(ftp: SenderFtp): void {
    if (ftp !== 'off' && !hasFtp) throw new Failure('senderFtpOff')
  }

  async function create({ datasetGb, ...draft }: ParsedOf<typeof senders.create>, by: By) {
    demandFtp(draft.ftp)
    const [code, at] = [drawCode(), now()]
    const row: SenderRow = {
      ...draft,
      id: newId(),
      dataset_gb: datasetGb,
      code_sha256: sha256(code),
      code_at: at,
      revoked_at: null,
      created_at: at,
      entered_at: null,
    }
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      if ((await store.count(tx)) >= SENDERS_MAX) throw new Failure('sendersTooMany', { values: { max: SENDERS_MAX } })
      await store.insert(tx, row)
      note(tx, by, 'senderAdded', row)
    })
    return { sender: senderOf(row), code }
  }

  /** Changes a sender under its lock. Throws senderGone. */
  const alter = (id: string, by: By, action: AuditAction, change: (row: SenderRow) => Partial<SenderRow>) =>
    transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      const before = await store.held(tx, id)
      if (!before) throw new Failure('senderGone')
      const changed = change(before)
      await store.update(tx, id, changed)
      const row = { ...before, ...changed }
      note(tx, by, action, row, before)
      return senderOf(row)
    })

  async function edit({ id, datasetGb, ...draft }: ParsedOf<typeof senders.edit>, by: By) {
    demandFtp(draft.ftp)
    return alter(id, by, 'senderChanged', () => ({ ...draft, dataset_gb: datasetGb }))
  }

  async function renew({ id }: One, by: By) {
    const code = drawCode()
    const issued = { code_sha256: sha256(code), code_at: now(), revoked_at: null }
    return { sender: await alter(id, by, 'senderCodeMade', () => issued), code }
  }

  const revoke = ({ id }: One, by: By) =>
    alter(id, by, 'senderRevoked', ({ revoked_at }) => ({ revoked_at: revoked_at ?? now() }))

  async function remove({ id }: One, by: By): Promise<null> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      const row = await store.held(tx, id)
      if (!row) throw new Failure('senderGone')
      await store.remove(tx, id)
      note(tx, by, 'senderRemoved', row)
    })
    return null
  }

  return { list, create, edit, renew, revoke, remove }
}
