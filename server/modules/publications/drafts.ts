import type { ParsedOf } from '#contract/core/operation.ts'
import { type DraftFields, fieldsOf, valuesOf } from '#contract/publications/draft.ts'
import { DRAFT_BYTES, type PublicationDetails, type publications } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn, SignedInCall } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationNeeds } from './needs.ts'
import type { PublicationReading } from './reading.ts'
import type { PublicationRow } from './store.ts'

/** Versions of a space that are prepared or reviewed at a time (our choice). */
export const OPEN_PUBLICATIONS_MAX = 500

type By = Pick<SignedInCall, 'actor' | 'language'>
type One = { id: string }
type Base = { datasetId: string; number: number; fields: DraftFields }

export const titleOf = ({ title }: DraftFields): string => title?.zh.trim() || title?.en.trim() || ''
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Versions while people prepare them. */
export function publicationDrafts(needs: PublicationNeeds & { reading: PublicationReading }) {
  const { store, lists, spaces, journal, bus, now, newId, reading, templates } = needs

  async function insert(tx: Tx, spaceId: string, { datasetId, number, fields }: Base, actor: SignedIn) {
    if ((await lists.openIn(tx, spaceId)) >= OPEN_PUBLICATIONS_MAX)
      throw new Failure('publicationsTooMany', { values: { count: OPEN_PUBLICATIONS_MAX } })
    const [id, at] = [newId(), now()]
    await store.insert(tx, {
      id,
      dataset_id: datasetId,
      number,
      state: 'draft',
      fields: JSON.stringify(fields) as unknown as DraftFields,
      revisions: JSON.stringify({}) as unknown as Record<string, number>,
      title: titleOf(fields),
      resource_type: fields.resourceType ?? 'dataset',
      made_by: actor.id,
      editors: [actor.id],
      created_at: at,
      changed_at: at,
    })
    await needs.identifiers.reserve(tx, datasetId, number)
    await store.addEvent(tx, { id: newId(), publication_id: id, kind: 'made', person_id: actor.id, at })
    await record(tx, spaceId, 'publicationMade', { id, title: titleOf(fields) }, actor)
    return id
  }

  const record = async (
    tx: Tx,
    spaceId: string,
    action: 'publicationMade' | 'publicationRemoved',
    { id, title }: { id: string; title: string },
    doer: SignedIn,
  ) => {
    await journal.record(tx, [{ spaceId, action, doer, item: { id, name: title } }])
    await publishSpaceChange(bus, spaceId, tx)
  }

  async function begin(spaceId: string, fields: DraftFields, by: By): Promise<PublicationDetails> {
    const datasetId = newId()
    const id = await spaces.change(spaceId, by.actor, 'publication.edit', async (tx, space) => {
      await store.insertDataset(tx, { id: datasetId, space_id: space.id, created_at: now() })
      return insert(tx, space.id, { datasetId, number: 1, fields }, by.actor)
    })
    return reading.show({ id }, by)
  }

  async function create({ spaceId, fields }: ParsedOf<typeof publications.create>, by: By) {
    const template = fields.template ?? 'dataset'
    return begin(spaceId, { template, templateVersion: await templates.versionOf(template), ...fields }, by)
  }

  /** A version in preparation by a person, and its space. Throws publicationGone. */
  async function placed(id: string, actor: SignedIn) {
    const { row } = await reading.found(id, actor)
    if (!row.space_id) throw new Failure('spaceNotFound')
    return { row, spaceId: row.space_id }
  }

  /** Changes a version that is still being edited, under the locks of its space and its own. */
  async function change<T>(id: string, actor: SignedIn, run: (tx: Tx, row: PublicationRow) => Promise<T>): Promise<T> {
    const { spaceId } = await placed(id, actor)
    return spaces.change(spaceId, actor, 'publication.edit', async (tx) => {
      const row = await store.held(tx, id)
      if (!row) throw new Failure('publicationGone')
      if (row.state !== 'draft' && row.state !== 'rejected') throw new Failure('publicationStateChanged')
      return run(tx, row)
    })
  }

  /** Writes values by their places into a draft; each counts up its revision. Throws tooLarge. */
  async function write(tx: Tx, row: PublicationRow, values: ReadonlyMap<string, unknown>, actor: SignedIn) {
    const revisions = { ...row.revisions }
    if (!values.size) return revisions
    for (const place of values.keys()) revisions[place] = (revisions[place] ?? 0) + 1
    const merged = fieldsOf(new Map([...valuesOf(row.fields), ...values]))
    if (Buffer.byteLength(JSON.stringify(merged)) > DRAFT_BYTES) throw new Failure('tooLarge')
    await store.update(tx, row.id, {
      fields: JSON.stringify(merged) as unknown as DraftFields,
      revisions: JSON.stringify(revisions) as unknown as Record<string, number>,
      title: titleOf(merged),
      resource_type: merged.resourceType ?? row.resource_type,
      editors: [...new Set([...row.editors, actor.id])],
      changed_at: now(),
    })
    if (row.space_id) await publishSpaceChange(bus, row.space_id, tx)
    return revisions
  }

  /** Saves values that nobody else has changed meanwhile, and returns the others as conflicts; nothing is lost. */
  const save = ({ id, fields, bases }: ParsedOf<typeof publications.save>, { actor }: By) =>
    change(id, actor, async (tx, row) => {
      const stored = valuesOf(row.fields)
      const wished = [...valuesOf(fields)].filter(([place, value]) => !same(stored.get(place), value))
      const isFree = ([place]: [string, unknown]) => (row.revisions[place] ?? 0) === (bases[place] ?? 0)
      const written = wished.filter(isFree)
      const revisions = await write(tx, row, new Map(written), actor)
      const conflicts = wished
        .filter((one) => !written.includes(one))
        .map(([place]) => ({ place, value: stored.get(place) ?? null, revision: revisions[place] ?? 0 }))
      return { revisions, conflicts }
    })

  const remove = ({ id }: One, { actor }: By): Promise<null> =>
    change(id, actor, async (tx, row) => {
      await store.remove(tx, row)
      if (row.space_id) await record(tx, row.space_id, 'publicationRemoved', row, actor)
      return null
    })

  /** The next version of a published one, filled in like it. Throws publicationVersionOpen. */
  async function newVersion({ id }: One, by: By): Promise<PublicationDetails> {
    const { row, spaceId } = await placed(id, by.actor)
    const { changes: _, ...fields } = row.fields
    const made = await spaces.change(spaceId, by.actor, 'publication.edit', async (tx, space) => {
      const held = await store.held(tx, id)
      if (held?.state !== 'published') throw new Failure('publicationStateChanged')
      const number = (await store.lastNumber(tx, row.dataset_id)) + 1
      return insert(tx, space.id, { datasetId: row.dataset_id, number, fields }, by.actor)
    })
    return reading.show({ id: made }, by)
  }

  /** A new dataset that is filled in like this one. */
  async function copy({ id }: One, by: By): Promise<PublicationDetails> {
    const { row, spaceId } = await placed(id, by.actor)
    const { changes: _, ...fields } = row.fields
    return begin(spaceId, fields, by)
  }

  /** Tells the others who have the draft open who is editing it. */
  async function look({ id, ...seen }: ParsedOf<typeof publications.look>, { actor }: By): Promise<null> {
    const { spaceId } = await placed(id, actor)
    await spaces.demand(spaceId, actor, 'publication.edit')
    const presence = { ...seen, personId: actor.id, personName: actor.name }
    await bus.publish('realtime', { spaceId, event: { mark: 'draft', spaceId, draftId: id, presence } })
    return null
  }

  return { look, create, save, remove, newVersion, copy, placed, change, write }
}
export type PublicationDrafts = ReturnType<typeof publicationDrafts>
