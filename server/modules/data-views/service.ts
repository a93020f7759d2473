import { DATA_VIEWS_MAX, FOUND_MAX, FOUND_SPACES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { type dataViews, sourcesOfView, type ViewDetails } from '#contract/data-views.ts'
import type { JournalAction } from '#contract/journal.ts'
import { idOf } from '#contract/queries/query.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { type DataViewStore, recordOf, type ViewRow } from './catalogue-store.ts'
import type { Resolution } from './content.ts'
import type { Resolving } from './resolving.ts'

type Needs = {
  db: Db
  bus: Bus
  views: DataViewStore
  resolving: Resolving
  spaces: Pick<SpaceService, 'enter' | 'demand' | 'change' | 'belonging'>
  journal: Journal
  now: () => Date
  newId: () => string
}
type One = { spaceId: string; id: string }
type Space = Parameters<Parameters<SpaceService['change']>[3]>[1]

/** Groups by spans of time are left out: their type is that of the span. */
function savedTypesOf({ definition, columns }: ViewRow): ViewDetails['savedTypes'] {
  const groups = 'query' in definition ? definition.query.groups : []
  const isSpan = (key: string) => groups.some(({ field, time }) => field === key && time !== undefined)
  return Object.fromEntries(columns.flatMap(({ key, type }) => (isSpan(key) ? [] : [[key, type]])))
}

/** The data views of spaces: made by those who may make tables, read by all whom their sources admit. */
export function dataViewService({ db, bus, views, resolving, spaces, journal, now, newId }: Needs) {
  /** The names of the direct sources of views, by id, as far as a reader may see them. */
  const namesFor = (rows: readonly ViewRow[], where: { spaceId: string; reader: SignedIn }) =>
    resolving.named(
      rows.flatMap(({ definition }) => sourcesOfView(definition)),
      where,
    )

  async function list({ spaceId, ...query }: ParsedOf<typeof dataViews.list>, { actor }: ByActor) {
    const { id } = await spaces.enter(spaceId, actor)
    const { list, ...rest } = await views.page(id, actor, query)
    const names = await namesFor(list, { spaceId: id, reader: actor })
    return { list: list.map((row) => recordOf(row, names)), ...rest }
  }

  async function find({ q }: ParsedOf<typeof dataViews.find>, { actor }: ByActor) {
    const own = await spaces.belonging(actor, FOUND_SPACES_MAX)
    const spaceIds = own.map(({ id }) => id)
    return views.find(spaceIds, actor, { q, most: FOUND_MAX })
  }

  /** Throws dataViewGone. */
  async function found({ spaceId, id }: One, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    const [row] = await views.some(space.id, [id], [actor])
    if (!row) throw new Failure('dataViewGone')
    return row
  }

  async function versions(one: One, { actor }: ByActor) {
    const row = await found(one, actor)
    return views.versions(row.id)
  }

  /** What a view shows to a person: published ones are read with the permissions of their creator. */
  const resolutionOf = (row: ViewRow, actor: SignedIn): Promise<Resolution> =>
    resolving.resolveView(row, { spaceId: row.space_id, reader: actor })

  async function show(one: One, { actor }: ByActor): Promise<ViewDetails> {
    const row = await found(one, actor)
    const [{ columns, problems }, usedBy, names] = await Promise.all([
      resolutionOf(row, actor),
      views.readers(row.space_id, [row.id], actor),
      namesFor([row], { spaceId: row.space_id, reader: actor }),
    ])
    const { definition, version, space_id: spaceId } = row
    const savedTypes = savedTypesOf(row)
    return { ...recordOf(row, names), spaceId, definition, version, columns, savedTypes, problems, usedBy }
  }

  const record = (
    tx: Tx,
    action: JournalAction,
    { id, space_id, name, is_shared }: Pick<ViewRow, 'id' | 'space_id' | 'name' | 'is_shared'>,
    actor: SignedIn,
  ) => (is_shared ? journal.record(tx, [{ spaceId: space_id, action, doer: actor, item: { id, name } }]) : null)

  /** What is kept of a definition and besides it. Files may be read for it, so it holds no lock. */
  async function kept(definition: ViewDetails['definition'], spaceId: string, actor: SignedIn, viewId: string) {
    const { id } = await spaces.demand(spaceId, actor, 'table.create')
    const { columns } = await resolving.resolve(definition, { spaceId: id, reader: actor, viewId })
    return { definition, columns, defined_by: actor.id }
  }

  async function create(draft: ParsedOf<typeof dataViews.create>, { actor }: ByActor): Promise<ViewDetails> {
    const { spaceId, definition, isShared: is_shared, ...words } = draft
    const id = newId()
    const what = await kept(definition, spaceId, actor, id)
    await spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      if ((await views.countIn(tx, space.id)) >= DATA_VIEWS_MAX) throw new Failure('dataViewsTooMany')
      const at = { created_at: now(), changed_at: now() }
      const row = {
        id,
        space_id: space.id,
        maker_id: actor.id,
        changed_by: actor.id,
        is_shared,
        ...words,
        ...at,
        ...what,
      }
      await views.insert(tx, row)
      await record(tx, 'dataViewMade', row, actor)
      if (row.access === 'published') await record(tx, 'dataViewPublished', row, actor)
      await publishSpaceChange(bus, space.id, tx)
    })
    return show({ spaceId, id }, { actor })
  }

  /** Throws dataViewGone, and what forbids the change to this person. */
  async function held(tx: Tx, space: Space, id: string, actor: SignedIn): Promise<ViewRow> {
    const row = await views.held(tx, space.id, id, actor)
    if (!row) throw new Failure('dataViewGone')
    if (row.maker_id !== actor.id && !can(actor, 'table.edit', policyContextOf(space)))
      throw new Failure('spaceRightMissing')
    return row
  }

  async function edit(wish: ParsedOf<typeof dataViews.edit>, { actor }: ByActor): Promise<ViewDetails> {
    const { spaceId, id, version, isShared, access, definition, ...words } = wish
    const what = definition && (await kept(definition, spaceId, actor, id))
    await spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      const row = await held(tx, space, id, actor)
      const isOther = (isShared ?? row.is_shared) !== row.is_shared || (access ?? row.access) !== row.access
      // Published rows are read with the permissions of the creator, so only the creator decides what they show.
      const isTheirs = row.access === 'published' && definition !== undefined
      if ((isOther || isTheirs) && row.maker_id !== actor.id) throw new Failure('dataViewMakerOnly')
      if (row.version !== version)
        throw new Failure('dataViewChanged', { values: { name: await views.nameOf(tx, row.changed_by) } })
      const circular = definition && (await views.circular(tx, id, sourcesOfView(definition).map(idOf)))
      if (circular !== undefined) throw new Failure('dataViewCircular', { values: { name: circular } })
      const set = {
        ...(words.name !== undefined && { name: words.name }),
        ...(words.description !== undefined && { description: words.description }),
        ...(isShared !== undefined && { is_shared: isShared }),
        ...(access !== undefined && { access }),
        ...what,
        changed_at: now(),
        changed_by: actor.id,
        version: version + 1,
      }
      await views.update(tx, id, set)
      const after = { ...row, ...set }
      await record(tx, 'dataViewEdited', after, actor)
      if (row.access !== after.access && after.access === 'published')
        await record(tx, 'dataViewPublished', after, actor)
      await publishSpaceChange(bus, space.id, tx)
    })
    return show({ spaceId, id }, { actor })
  }

  async function remove({ spaceId, id }: One, { actor }: ByActor): Promise<null> {
    await spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      const row = await held(tx, space, id, actor)
      await views.remove(tx, id)
      await record(tx, 'dataViewRemoved', row, actor)
      await publishSpaceChange(bus, space.id, tx)
    })
    return null
  }

  async function check({ spaceId, definition, id }: ParsedOf<typeof dataViews.check>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    const where = { spaceId: space.id, reader: actor, ...(id && { viewId: id }) }
    const { columns, problems } = await resolving.resolve(definition, where)
    return { columns, problems }
  }

  /** Records in the journal that a person exported a view. */
  const exported = (row: ViewRow, actor: SignedIn) =>
    transact(db, async (tx) => record(tx, 'dataViewExported', row, actor))

  return { list, find, show, create, edit, remove, versions, check, found, resolutionOf, exported }
}
