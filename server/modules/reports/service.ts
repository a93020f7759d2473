import { FOUND_MAX, FOUND_SPACES_MAX, REPORTS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can, type SpaceContext } from '#contract/core/policy.ts'
import type { JournalAction } from '#contract/journal.ts'
import { readBy } from '#contract/reports/board-sources.ts'
import type { SavedChart } from '#contract/reports/saved-chart.ts'
import { boardOf, type ReportContent, type ReportDetails, type reports, savedChartsIn } from '#contract/reports.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Tx } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { detailsOf, recordOf } from './records.ts'
import type { NewReport, Reader, ReportStore } from './store.ts'

type Needs = {
  bus: Bus
  store: ReportStore
  spaces: Pick<SpaceService, 'enter' | 'change' | 'belonging'>
  journal: Journal
  now: () => Date
  newId: () => string
}
export type One = { spaceId: string; id: string }
type Space = Parameters<Parameters<SpaceService['change']>[3]>[1]
type Held = NonNullable<Awaited<ReturnType<ReportStore['held']>>>
type Change = { set: Partial<NewReport>; action?: JournalAction; isQuiet?: boolean }
/** A report with what it reads: sources, files as pictures and regions, and charts that stand on it. */
export type ReadReport = Pick<Held, 'id' | 'kind' | 'name'> & ReturnType<typeof readBy> & { charts: string[] }
export type Saved = { version: number; changedAt: string }

/** Reports of spaces: made by those who may make tables, read by all who may read the space once they are published. */
export function reportService({ bus, store, spaces, journal, now, newId }: Needs) {
  /** Viewed as somebody else, nothing is the owner’s own. */
  const readerOf = (actor: SignedIn, context: SpaceContext): Reader => ({
    id: context.isViewAs ? null : actor.id,
    mayEdit: can(actor, 'table.create', context) && can(actor, 'table.edit', context),
  })

  async function list({ spaceId, ...query }: ParsedOf<typeof reports.list>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    const reader = readerOf(actor, space.policyContext)
    const { list, ...rest } = await store.page(space.id, reader, query)
    const charts = list.flatMap(({ kind, id }) => (kind === 'chart' ? [id] : []))
    const usedBy = await store.boardsWith(space.id, charts, reader)
    return { list: list.map((row) => recordOf(row, usedBy.get(row.id) ?? [])), ...rest }
  }

  /** The charts of the space that cards show, each as its readers see it, or as its maker has drafted it. */
  async function chartsOf(spaceId: string, contents: readonly (ReportContent | null)[], reader: Reader) {
    const rows = await store.some(spaceId, savedChartsIn(contents), reader)
    return rows.flatMap(({ id, name, shown, draft }) => {
      const content = shown ?? draft
      return content?.kind === 'chart'
        ? [{ id, name, definition: content.definition, isPublished: shown !== null }]
        : []
    })
  }
  /** The published ones among them. */
  async function publishedChartsOf(...asked: Parameters<typeof chartsOf>): Promise<SavedChart[]> {
    const charts = await chartsOf(...asked)
    return charts.flatMap(({ isPublished, ...chart }) => (isPublished ? [chart] : []))
  }

  /** Throws reportGone. */
  async function found({ spaceId, id }: One, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    const reader = readerOf(actor, space.policyContext)
    const [row] = await store.some(space.id, [id], reader)
    if (!row) throw new Failure('reportGone')
    const isMine = row.maker_id === reader.id && can(actor, 'table.create', space.policyContext)
    return { row, reader, mayEdit: isMine || reader.mayEdit }
  }

  async function show({ id }: { id: string }, { actor }: ByActor): Promise<ReportDetails> {
    const spaceId = await store.spaceOf(id)
    if (spaceId === undefined) throw new Failure('reportGone')
    const { row, reader, mayEdit } = await found({ spaceId, id }, actor)
    const [charts, usedBy] = await Promise.all([
      chartsOf(row.space_id, [row.shown, mayEdit ? row.draft : null], reader),
      row.kind === 'chart' ? store.boardsWith(row.space_id, [id], reader) : null,
    ])
    return detailsOf(row, mayEdit, { charts, usedBy: usedBy?.get(id) ?? [] })
  }

  /** A report that somebody may see, for a link to it. Throws reportGone. */
  async function shared(id: string, { actor }: ByActor) {
    const spaceId = await store.spaceOf(id)
    if (spaceId === undefined) throw new Failure('reportGone')
    const { row } = await found({ spaceId, id }, actor)
    return { spaceId: row.space_id, name: row.name, makerId: row.maker_id, isPublished: row.shown !== null }
  }

  /** The published content of a report, with its published charts; null if it is not published. */
  async function published(spaceId: string, id: string, reader: Pick<Reader, 'id'>) {
    const [row] = await store.some(spaceId, [id], reader)
    if (!row?.shown) return null
    const { name, description, shown } = row
    return {
      name,
      description,
      content: shown,
      charts: await publishedChartsOf(spaceId, [shown], { ...reader, mayEdit: false }),
    }
  }

  /** The published contents of boards, with their published charts: those with these ids, or all of the space. */
  async function publishedBoards(spaceId: string, ids: readonly string[] | null, actor: SignedIn) {
    const reader = { id: actor.id, mayEdit: false }
    const rows = await store.publishedBoards(spaceId, ids, REPORTS_MAX)
    const contents = rows.map(({ content }) => content)
    const charts = await publishedChartsOf(spaceId, contents, reader)
    return rows.map(({ content, ...row }) => {
      const board = boardOf(content)
      const on = new Set(savedChartsIn([content]))
      return { ...row, board, charts: charts.filter(({ id }) => on.has(id)) }
    })
  }

  /** The reports of a space as somebody may see them, with what each reads by itself. */
  async function read(spaceId: string, actor: SignedIn, context: SpaceContext): Promise<ReadReport[]> {
    const rows = await store.seen(spaceId, readerOf(actor, context), REPORTS_MAX)
    return rows.map(({ content, ...row }) => ({
      ...row,
      ...readBy({ board: boardOf(content), charts: [] }),
      charts: savedChartsIn([content]),
    }))
  }

  /** A report that somebody may change. Throws reportGone and spaceRightMissing. */
  async function editable(one: One, actor: SignedIn) {
    const { row, mayEdit } = await found(one, actor)
    if (!mayEdit) throw new Failure('spaceRightMissing')
    return row
  }

  const record = (tx: Tx, action: JournalAction, row: Pick<Held, 'id' | 'space_id' | 'name'>, actor: SignedIn) =>
    journal.record(tx, [{ spaceId: row.space_id, action, doer: actor, item: { id: row.id, name: row.name } }])

  async function create(draft: ParsedOf<typeof reports.create>, by: ByActor): Promise<ReportDetails> {
    const { spaceId, content, ...words } = draft
    const id = newId()
    const { actor } = by
    await spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      if ((await store.countIn(tx, space.id)) >= REPORTS_MAX) throw new Failure('reportsTooMany')
      const times = { created_at: now(), changed_at: now() }
      const people = { maker_id: actor.id, changed_by: actor.id }
      await store.insert(tx, {
        id,
        space_id: space.id,
        kind: content.kind,
        draft: content,
        ...words,
        ...people,
        ...times,
      })
      await publishSpaceChange(bus, space.id, tx)
    })
    return show({ id }, by)
  }

  /** Throws reportGone, and what forbids the change to this person. */
  async function held(tx: Tx, space: Space, id: string, actor: SignedIn): Promise<Held> {
    const row = await store.held(tx, space.id, id, actor)
    if (!row) throw new Failure('reportGone')
    if (row.maker_id !== actor.id && !can(actor, 'table.edit', policyContextOf(space)))
      throw new Failure('spaceRightMissing')
    return row
  }

  /**
   * Changes a report under its lock. With `version`, only if nobody else has changed it since. A quiet change sends no
   * event: autosaving would make all pages of the space reload.
   */
  async function change(
    { spaceId, id, version }: One & { version?: number },
    actor: SignedIn,
    run: (tx: Tx, row: Held) => Promise<Change | null>,
  ): Promise<Saved> {
    return spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      const row = await held(tx, space, id, actor)
      if (version !== undefined && row.version !== version)
        throw new Failure('reportChanged', { values: { name: await store.nameOf(tx, row.changed_by) } })
      const change = await run(tx, row)
      if (!change) return { version: row.version, changedAt: row.changed_at.toISOString() }
      const { set, action, isQuiet } = change
      const over = { changed_at: now(), changed_by: actor.id, version: row.version + 1 }
      await store.update(tx, id, { ...set, ...over })
      fault('report-written')
      // Changes that only the creator sees send no event to the space.
      if (action && (row.published !== null || set.published)) await record(tx, action, { ...row, ...set }, actor)
      if (!isQuiet) await publishSpaceChange(bus, space.id, tx)
      return { version: over.version, changedAt: over.changed_at.toISOString() }
    })
  }

  const edit = (
    { spaceId, id, version, name, description, content }: ParsedOf<typeof reports.edit>,
    { actor }: ByActor,
  ) =>
    change({ spaceId, id, version }, actor, async (_tx, row) => {
      if (content && content.kind !== row.kind) throw new Failure('reportKindFixed')
      const words = { name: name ?? row.name, description: description ?? row.description }
      const set = { ...words, ...(content && { draft: content }) }
      const isRenamed = words.name !== row.name || words.description !== row.description
      return { set, isQuiet: !isRenamed, ...(isRenamed && { action: 'reportEdited' as const }) }
    })

  async function remove({ spaceId, id }: One, { actor }: ByActor): Promise<null> {
    await spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      const row = await held(tx, space, id, actor)
      await store.remove(tx, id)
      if (row.published !== null) await record(tx, 'reportRemoved', row, actor)
      await publishSpaceChange(bus, space.id, tx)
    })
    return null
  }

  async function find({ q }: ParsedOf<typeof reports.find>, { actor }: ByActor) {
    const own = await spaces.belonging(actor, FOUND_SPACES_MAX)
    const rows = await store.named(
      own.map(({ id }) => id),
      q,
      actor,
      FOUND_MAX,
    )
    return rows.map(({ id, kind, name, space_id, space_name }) => ({
      id,
      kind,
      name,
      space: { id: space_id, name: space_name },
    }))
  }

  return { list, show, shared, published, publishedBoards, read, editable, create, edit, remove, find, change }
}
export type ReportService = ReturnType<typeof reportService>
