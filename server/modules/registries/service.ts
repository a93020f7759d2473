import type { ParsedOf } from '#contract/core/operation.ts'
import { type RegistryEntry, type RegistryMatch, type registries, registryIdentifier } from '#contract/registries.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { columnsOf, entryOf, type RegistryFields, type RegistryStore } from './store.ts'

/** Maximum number of entries in all registries, and of names that an entry gets by merging (our choice). */
export const REGISTRIES_MAX = 200_000
const ALIASES_MAX = 50
/** Searches for people that one person may make per minute: enough while typing, too few to list everyone. */
export const SEARCHES_A_MINUTE = 60

type Needs = {
  db: Db
  store: RegistryStore
  spaces: Pick<SpaceService, 'demand'>
  audit: Audit
  now: () => Date
  newId: () => string
}
type Parsed<K extends keyof typeof registries> = ParsedOf<(typeof registries)[K]>

/** An entry as it is stored: its normalized identifier, and only the fields of its kind. */
function kept(draft: RegistryFields): RegistryFields {
  const { kind } = draft
  const isPerson = kind === 'person'
  const hasOrganisation = isPerson || kind === 'project'
  return {
    ...draft,
    identifier: registryIdentifier(kind, draft.identifier) ?? '',
    family: isPerson ? draft.family : '',
    given: isPerson ? draft.given : '',
    email: isPerson ? draft.email : '',
    funderId: kind === 'organisation' ? draft.funderId : '',
    organisation: hasOrganisation ? draft.organisation : '',
    organisationRor: hasOrganisation ? draft.organisationRor : '',
  }
}

/** Fields that belong together: if they differ, neither is copied. */
const PAIRS: readonly (keyof RegistryFields)[][] = [
  ['family', 'given'],
  ['organisation', 'organisationRor'],
]

/** The values of an entry, with missing ones filled from the other entry. */
function filled(own: RegistryFields, other: RegistryFields): RegistryFields {
  const apart = PAIRS.filter((pair) => pair.some((key) => own[key] && own[key] !== other[key])).flat()
  const said = Object.entries(own).map(([key, value]) => {
    const name = key as keyof RegistryFields
    return [name, value || (apart.includes(name) ? '' : other[name])]
  })
  return Object.fromEntries(said) as RegistryFields
}

/** People, organisations, projects and papers: everyone can find and add them, administrators manage them. */
export function registryService({ db, store, spaces, audit, now, newId }: Needs) {
  const searches = rateLimitOf(SEARCHES_A_MINUTE, now)

  async function find({ kind, q, spaceId }: Parsed<'find'>, { actor }: Pick<By, 'actor'>): Promise<RegistryMatch[]> {
    if (kind === 'person') searches.take(actor.id)
    if (spaceId) await spaces.demand(spaceId, actor, 'publication.edit')
    const [known, members] = await Promise.all([
      store.find({ kind, q, spaceId, actorId: actor.id }),
      spaceId && kind === 'person' ? store.members(spaceId, q) : [],
    ])
    return [...known, ...members]
  }

  async function demandRoom(tx: Tx): Promise<number> {
    const room = REGISTRIES_MAX - (await store.count(tx))
    if (room <= 0) throw new Failure('registriesFull', { values: { count: REGISTRIES_MAX } })
    return room
  }

  async function add(draft: Parsed<'add'>, { actor }: Pick<By, 'actor'>): Promise<RegistryEntry> {
    return transact(db, (tx) => place(tx, draft, { by: actor.id, at: now() }))
  }

  type Added = { by: string; at: Date }
  async function place(tx: Tx, draft: Parsed<'add'>, { by, at }: Added): Promise<RegistryEntry> {
    const row = { ...columnsOf(kept(draft)), id: newId(), added_by: by, added_at: at }
    await demandRoom(tx)
    await store.insert(tx, row)
    return entryOf(row)
  }

  /** Entries by their ids, for an administrator. Throws registryEntryGone. */
  async function held(tx: Tx, actor: SignedIn, ids: readonly string[]) {
    await holdAdministrator(tx, actor)
    const rows = await store.held(tx, ids)
    return ids.map((id) => {
      const row = rows.get(id)
      if (!row) throw new Failure('registryEntryGone')
      return row
    })
  }

  async function edit({ id, ...draft }: Parsed<'edit'>, { actor, caller }: By): Promise<RegistryEntry> {
    return transact(db, async (tx) => {
      const [row] = await held(tx, actor, [id])
      if (row?.kind !== draft.kind) throw new Failure('registryKindOther')
      const values = columnsOf(kept(draft), row.aliases)
      await store.set(tx, id, values)
      const after = { ...row, ...values }
      audit.record(tx, { action: 'registryEntryChanged', actor, caller, target: { id, name: after.name } })
      return entryOf(after)
    })
  }

  async function remove({ id }: { id: string }, { actor, caller }: By): Promise<null> {
    await transact(db, async (tx) => {
      const [row] = await held(tx, actor, [id])
      await store.remove(tx, id)
      audit.record(tx, { action: 'registryEntryRemoved', actor, caller, target: { id, name: row?.name ?? '' } })
    })
    return null
  }

  async function merge({ id, otherId }: Parsed<'merge'>, { actor, caller }: By): Promise<RegistryEntry> {
    return transact(db, async (tx) => {
      const [row, other] = await held(tx, actor, [id, otherId])
      if (!row || !other || id === otherId || row.kind !== other.kind) throw new Failure('registryKindOther')
      const fields = filled(entryFields(row), entryFields(other))
      const names = [...row.aliases, other.name, other.other_name, ...other.aliases]
      const own = [fields.name, fields.otherName]
      const aliases = [...new Set(names)].filter((name) => name && !own.includes(name)).slice(0, ALIASES_MAX)
      // The other entry is removed first, because its identifier must be free.
      await store.moveAccounts(tx, { from: otherId, to: id })
      await store.remove(tx, otherId)
      // The creator of an entry may see its address, so `added_by` is copied with the address.
      const added_by = row.email || !other.email ? row.added_by : other.added_by
      const values = { ...columnsOf(fields, aliases), added_by }
      await store.set(tx, id, values)
      const target = { id, name: fields.name }
      audit.record(tx, { action: 'registryEntriesMerged', actor, caller, target, before: { name: other.name } })
      return entryOf({ ...row, ...values })
    })
  }

  async function fillFromAccounts(tx: Tx, asked: Added) {
    const people = await store.fillPeople(tx, { ...asked, most: await demandRoom(tx) })
    const organisations = await store.fillOrganisations(tx, { ...asked, most: await demandRoom(tx) })
    return { people, organisations }
  }

  async function fill(_: object, { actor, caller }: By) {
    return transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.lockFilling(tx)
      const { people, organisations } = await fillFromAccounts(tx, { by: actor.id, at: now() })
      audit.record(tx, { action: 'registriesFilled', actor, caller, after: { people, organisations } })
      return { people, organisations }
    })
  }

  return { find, add, list: store.page, edit, remove, merge, fill, fillFromAccounts, place, named: store.named }
}

function entryFields(row: Parameters<typeof entryOf>[0]): RegistryFields {
  const { id: _, aliases: __, ...fields } = entryOf(row)
  return fields
}
