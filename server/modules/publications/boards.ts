import type { ChartDefinition } from '#contract/charts/definition.ts'
import { sourcesOfView } from '#contract/data-views.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import type { BoardFit } from '#contract/publications.ts'
import { idOf, keyOfSource, type SourceRef } from '#contract/queries/query.ts'
import { queriesOn, readBy } from '#contract/reports/board-sources.ts'
import type { SignedIn } from '#server/http/context.ts'
import { isToldById, type NamedView, namesAnId } from '#server/modules/data-views/index.ts'
import { lookUp } from '#server/modules/files/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { freezeBoards } from './board-store.ts'
import type { PublicationNeeds } from './needs.ts'
import { selectedPaths, type Top } from './selection-store.ts'

type Fields = Pick<DraftFields, 'boards' | 'files' | 'tables' | 'institution'>
type Board = Awaited<ReturnType<PublicationNeeds['reports']['publishedBoards']>>[number]
type Views = Awaited<ReturnType<PublicationNeeds['dataViews']['viewsBehind']>>

/** The sources of a board, resolved through these views; missing views are counted. */
function readInTheEnd(board: Board, known: Views) {
  const { files, sources } = readBy(board)
  const views: Record<string, NamedView> = {}
  const leaves = new Map<string, SourceRef>(files.map((hash) => [hash, { kind: 'file', hash }]))
  let viewsGone = 0
  const open = [...sources]
  const met = new Set<string>()
  for (let ref = open.pop(); ref; ref = open.pop()) {
    if (ref.kind !== 'view') leaves.set(keyOfSource(ref), ref)
    else if (!met.has(ref.id)) {
      met.add(ref.id)
      const view = known.get(ref.id)
      if (view) {
        views[ref.id] = view
        open.push(...sourcesOfView(view.definition))
      } else viewsGone += 1
    }
  }
  return { leaves: [...leaves.values()], views, viewsGone }
}
const idsOf = (leaves: readonly SourceRef[], kind: 'file' | 'folder') =>
  leaves.flatMap((ref) => (ref.kind === kind ? [idOf(ref)] : []))
/** A folder is there as a whole only when it, or one around it, was chosen; the same holds of files. */
const isFit = ({ notChosen, viewsGone }: BoardFit) => notChosen.length + viewsGone === 0

/** Whether a filter chooses, until readers change it, by values that mean something in the space only. */
const hasBoundPreset = ({ board }: Board) =>
  board.filters.some(({ type, preset }) => preset !== null && preset.values.length > 0 && isToldById(type))

/** Without the colours of people and files: they would be named by the ids of their accounts, and find nobody. */
function withoutIds(definition: ChartDefinition): ChartDefinition {
  const colors = definition.options.colors.filter(({ series }) => !namesAnId(series))
  return { ...definition, options: { ...definition.options, colors } }
}
function kept({ board, charts }: Pick<Board, 'board' | 'charts'>) {
  const tabs = board.tabs.map((tab) => ({
    ...tab,
    cards: tab.cards.map((card) =>
      card.content.kind === 'chart'
        ? { ...card, content: { ...card.content, definition: withoutIds(card.content.definition) } }
        : card,
    ),
  }))
  return {
    board: { ...board, tabs },
    charts: charts.map((chart) => ({ ...chart, definition: withoutIds(chart.definition) })),
  }
}

/** Boards of the space that go with a dataset: those that read nothing else than what is published. */
export function publicationBoards({ db, reports, dataViews }: PublicationNeeds) {
  /** Which of these files and folders are published, by themselves or with a folder around them. */
  async function publishedItems(from: Db | Tx, spaceId: string, ids: readonly string[], chosen: readonly string[]) {
    if (!ids.length) return new Set<string>()
    const { item } = await lookUp(from, spaceId, { ids: [...ids] })
    const own = new Set(chosen)
    return new Set(
      ids.filter((id) => {
        const node = item(id)
        return node && (own.has(id) || node.above.some((folder) => own.has(folder.id)))
      }),
    )
  }

  /** The sources of each board, and why it can't be published with these contents. */
  async function fitsOf(
    from: Db | Tx,
    spaceId: string,
    boards: readonly Board[],
    { files = [], tables = [] }: Fields,
    actor: SignedIn,
  ) {
    const where = { spaceId, reader: actor }
    const sources = boards.flatMap((board) => readBy(board).sources)
    const views = await dataViews.viewsBehind(sources, where)
    const read = boards.map((board) => readInTheEnd(board, views))
    const items = read.flatMap(({ leaves }) => [...idsOf(leaves, 'file'), ...idsOf(leaves, 'folder')])
    const there = await publishedItems(from, spaceId, [...new Set(items)], files)
    const known = new Set([...tables, ...there])
    const missing = read.map(({ leaves }) => leaves.filter((ref) => !known.has(idOf(ref))))
    const names = await dataViews.named(missing.flat(), where)
    return boards.map((board, at) => {
      const { id, name, description } = board
      const { viewsGone = 0 } = read[at] ?? {}
      const notChosen = [...new Set((missing[at] ?? []).map((ref) => names.get(idOf(ref)) ?? ''))]
      return { board, ...read[at], fit: { id, name, description, notChosen, viewsGone } satisfies BoardFit }
    })
  }

  /** All published boards of the space, each with what keeps it from being published. */
  async function candidates(spaceId: string, fields: Fields, actor: SignedIn): Promise<BoardFit[]> {
    const found = await fitsOf(db, spaceId, await reports.publishedBoards(spaceId, null, actor), fields, actor)
    return found.map(({ fit }) => fit)
  }

  /** The selected boards that can't be published now; deleted ones have no name. */
  async function unfit(spaceId: string, fields: Fields, actor: SignedIn): Promise<string[]> {
    const { boards = [], institution } = fields
    if (!boards.length || institution) return []
    const found = await reports.publishedBoards(spaceId, boards, actor)
    const bad = boards.filter((id) => !found.some((board) => board.id === id)).map(() => '')
    for (const { board, fit } of await fitsOf(db, spaceId, found, fields, actor)) {
      const isKept =
        isFit(fit) &&
        !hasBoundPreset(board) &&
        (await dataViews.isKeepable(queriesOn(board), { spaceId, reader: actor }))
      if (!isKept) bad.push(board.name)
    }
    return bad
  }

  /** Freezes the chosen boards as they are published in the space. False, and nothing frozen, when one does not fit any more. */
  async function freeze(
    tx: Tx,
    { id, fields, tops }: { id: string; fields: Fields; tops: readonly Top[] },
    spaceId: string,
    actor: SignedIn,
  ): Promise<boolean> {
    const { boards: chosen = [], institution } = fields
    if (!chosen.length || institution) return true
    const found = await reports.publishedBoards(spaceId, chosen, actor)
    const fits = await fitsOf(tx, spaceId, found, fields, actor)
    if (found.length < new Set(chosen).size || !fits.every(({ fit }) => isFit(fit))) return false
    const items = fits.flatMap(({ leaves = [] }) => [...idsOf(leaves, 'file'), ...idsOf(leaves, 'folder')])
    const paths = await selectedPaths(tx, tops, [...new Set(items)])
    const placed = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, paths.get(id) ?? '']))
    const rows = fits.map(
      ({ board: { id: report_id, name, description, board, charts }, leaves = [], views = {} }) => ({
        publication_id: id,
        report_id,
        position: chosen.indexOf(report_id),
        name,
        description,
        content: kept({ board, charts }),
        paths: placed(idsOf(leaves, 'file')),
        folders: placed(idsOf(leaves, 'folder')),
        views,
      }),
    )
    await freezeBoards(tx, rows)
    return true
  }

  return { candidates, unfit, freeze }
}
export type PublicationBoards = ReturnType<typeof publicationBoards>
