import { type ErrorName, errors } from '#contract/core/errors.ts'
import { INSTITUTIONS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Institution, InstitutionKind, institutions } from '#contract/institutions.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Delivery } from './delivery.ts'
import type { InstitutionClient } from './protocol.ts'
import type { InstitutionRow, InstitutionStore } from './store.ts'

type One = { id: string }
type Needs = {
  db: Db
  store: InstitutionStore
  client: Pick<InstitutionClient, 'forget'>
  deliveries: Record<InstitutionKind, Delivery>
  seal: Seal
  audit: Pick<Audit, 'record'>
  now: () => Date
  newId: () => string
}

/** A code can be read only for the row that it belongs to. */
export const codePurposeOf = (id: string) => `institution ${id}`

function shown(row: InstitutionRow, language: Language): Institution {
  const { id, name, host, account, kind, transfer, error } = row
  const message = error && textOf(language, errors[error as ErrorName].text)
  const state = { at: row.checked_at.toISOString(), error, message }
  return { id, name, host, account, kind, transfer, isOn: row.is_on, createdAt: row.created_at.toISOString(), state }
}
/** The values stored in the audit log; never the code. */
const audited = ({ name, host, account, kind, transfer, is_on: isOn }: InstitutionRow) => ({
  name,
  host,
  account,
  kind,
  transfer,
  isOn,
})

/** A token of InvenioRDM identifies the account; the others need it. Throws institutionAccountNeeded. */
function demandAccount({ kind, account }: { kind: InstitutionKind; account: string }): void {
  if (kind !== 'invenio' && !account) throw new Failure('institutionAccountNeeded')
}

/** The institutions that datasets are sent to, as administrators keep them. */
export function institutionService({ db, store, client, deliveries, seal, audit, now, newId }: Needs) {
  const codeOf = ({ id, code }: InstitutionRow): string => seal.open<string>(code, codePurposeOf(id))
  const list = async (_: object, { language }: By) => (await store.all()).map((row) => shown(row, language))
  const offered = async () => (await store.all()).filter(({ is_on }) => is_on).map(({ id, name }) => ({ id, name }))

  /** Throws institutionGone. */
  async function rowOf(id: string, tx?: Tx): Promise<InstitutionRow> {
    const row = tx ? await store.held(tx, id) : await store.one(id)
    if (!row) throw new Failure('institutionGone')
    return row
  }

  /** The institution verifies the code before it is saved. */
  async function create({ code, isOn, ...draft }: ParsedOf<typeof institutions.create>, by: By): Promise<Institution> {
    const id = newId()
    demandAccount(draft)
    await deliveries[draft.kind].verify({ ...draft, id, code })
    const sealed = seal.close(code, codePurposeOf(id))
    const at = now()
    const row = {
      ...draft,
      id,
      is_on: isOn,
      code: sealed,
      created_at: at,
      checked_at: at,
      error: '',
      templates_at: null,
    }
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      if ((await store.count(tx)) >= INSTITUTIONS_MAX)
        throw new Failure('institutionsTooMany', { values: { max: INSTITUTIONS_MAX } })
      await store.insert(tx, row)
      audit.record(tx, { ...by, action: 'publisherAdded', target: draftTarget(row), after: audited(row) })
    })
    return shown(row, by.language)
  }

  async function edit(wish: ParsedOf<typeof institutions.edit>, by: By): Promise<Institution> {
    const { id, code: typed, isOn, kind: _, ...draft } = wish
    const before = await rowOf(id)
    // Submissions in progress continue as they began.
    const { kind } = before
    demandAccount({ ...draft, kind })
    if (typed === undefined && draft.host !== before.host) throw new Failure('institutionCodeNeeded')
    const code = typed ?? codeOf(before)
    if (typed !== undefined) await deliveries[kind].verify({ ...draft, id, code })
    return transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      const old = await rowOf(id, tx)
      // The stored code is only sent to the address that it was stored for, whatever changed meanwhile.
      if (typed === undefined && draft.host !== old.host) throw new Failure('institutionCodeNeeded')
      const asked =
        typed === undefined ? {} : { code: seal.close(code, codePurposeOf(id)), checked_at: now(), error: '' }
      const row = { ...old, ...draft, is_on: isOn, ...asked }
      await store.update(tx, id, row)
      const [from, after] = [audited(old), audited(row)]
      audit.record(tx, { ...by, action: 'publisherChanged', target: draftTarget(row), before: from, after })
      return shown(row, by.language)
    })
  }

  async function remove({ id }: One, by: By): Promise<null> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      const row = await rowOf(id, tx)
      await store.remove(tx, id)
      audit.record(tx, { ...by, action: 'publisherRemoved', target: draftTarget(row), before: audited(row) })
    })
    client.forget(id)
    return null
  }

  async function test({ id }: One, { language }: By): Promise<Institution> {
    const row = await rowOf(id)
    const answer = await orRefusal(deliveries[row.kind].verify({ ...row, code: codeOf(row) }))
    const found = { checked_at: now(), error: answer instanceof Failure ? answer.refusal : '' }
    await store.update(db, id, found)
    return shown({ ...row, ...found }, language)
  }

  return { list, offered, create, edit, remove, test, rowOf, codeOf }
}
export type InstitutionService = ReturnType<typeof institutionService>

const draftTarget = ({ id, name }: { id: string; name: string }) => ({ id, name })
