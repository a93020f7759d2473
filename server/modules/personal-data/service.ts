import type { PersonalData } from '#contract/personal-data.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator, lockOwn, type People, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { ExportMaking, MakingNeeds } from './making.ts'
import type { ExportRow, PersonalDataStore } from './store.ts'

type Needs = Pick<MakingNeeds, 'db' | 'now' | 'newId'> & {
  store: PersonalDataStore
  audit: Audit
  people: Pick<People, 'lock' | 'byId'>
  making: Pick<ExportMaking, 'wake'>
}
type One = { id: string }

const dataOf = (row: ExportRow): PersonalData => ({
  state: row.state,
  isByAdministrator: row.asked_by !== row.person_id,
  askedAt: row.asked_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  sizeBytes: row.size_bytes,
})

/** The export of somebody's data, for themselves and for administrators. */
export function personalDataService({ db, store, audit, people, making, now, newId }: Needs) {
  /** Requests the export for the person that `hold` locks, and adds the entry to the audit log. */
  async function ask({ actor, caller }: By, hold: (tx: Tx) => Promise<PersonRow>): Promise<PersonalData> {
    const row = await transact(db, async (tx) => {
      const person = await hold(tx)
      const asked = { person_id: person.id, id: newId(), asked_by: actor.id, asked_at: now() }
      const made = await store.ask(tx, asked)
      if (!made) throw new Failure('dataExportRunning')
      audit.record(tx, { action: 'dataExportAsked', actor, caller, target: targetOf(person) })
      return made
    })
    making.wake()
    return dataOf(row)
  }
  async function known({ id }: One): Promise<PersonRow> {
    const person = await people.byId(id)
    if (!person || person.state === 'application' || person.removed_at || person.merged_into)
      throw new Failure('userNotFound')
    return person
  }
  async function shown(personId: string): Promise<PersonalData | null> {
    const row = await store.of(personId)
    return row && (!row.expires_at || row.expires_at > now()) ? dataOf(row) : null
  }

  /** The content of a finished export; every download is in the audit log. */
  async function opened(person: Pick<PersonRow, 'id' | 'email'>, { actor, caller }: By) {
    const row = await store.of(person.id)
    if (!row?.blob_sha256 || !row.expires_at || row.expires_at <= now()) throw new Failure('dataExportGone')
    await audit.note({ action: 'dataExportDownloaded', actor, caller, target: targetOf(person) })
    return { sha256: row.blob_sha256.toString('hex'), size: row.size_bytes, madeAt: row.finished_at ?? row.asked_at }
  }

  return {
    show: (actor: One) => shown(actor.id),
    begin: (by: By) => ask(by, (tx) => lockOwn(tx, by.actor)),
    download: (by: By) => opened(by.actor, by),
    showFor: async (one: One) => shown((await known(one)).id),
    beginFor: ({ id }: One, by: By) =>
      ask(by, async (tx) => {
        await holdAdministrator(tx, by.actor)
        const person = await people.lock(tx, id)
        if (!person) throw new Failure('userNotFound')
        return person
      }),
    downloadFor: async (one: One, by: By) => opened(await known(one), by),
  }
}
