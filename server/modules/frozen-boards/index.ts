import type { ParsedOf } from '#contract/core/operation.ts'
import { sourcesOfView } from '#contract/data-views.ts'
import type { DatasetBoard, datasetBoards } from '#contract/dataset-boards.ts'
import type { BoardLine, FrozenColumn } from '#contract/publications/dataset.ts'
import { keyOfSource, type SourceRef } from '#contract/queries/query.ts'
import { readBy } from '#contract/reports/board-sources.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { DataViews, FrozenFiles, FrozenSource } from '#server/modules/data-views/index.ts'
import { ASKED_A_MINUTE, askedChart, askedValues, type BoardReader, strangerAt } from '#server/modules/reports/index.ts'
import type { Db } from '#server/storage/database.ts'
import {
  type BoardRow,
  boardsOf,
  type FrozenFile,
  frozenFiles,
  frozenFolder,
  frozenTables,
  type TableRow,
} from './store.ts'

type Needs = { db: Db; now: () => Date; dataViews: Pick<DataViews, 'answerFrozen'> }
type Asked = Pick<Call, 'actor' | 'request'>
/**
 * A version as somebody reads it: `seesAll` tells that also what is given on request is theirs; `pseudonyms` is the key
 * of those that they read in place of the people in tables.
 */
export type FrozenVersion = { id: string; frozenAt: string; seesAll: boolean; pseudonyms?: string | undefined }
type Card = Pick<ParsedOf<typeof datasetBoards.card>, 'card' | 'filters'>
type Offered = Pick<ParsedOf<typeof datasetBoards.offered>, 'filter' | 'q'>

const KEPT = ['number', 'date', 'datetime', 'boolean'] as const
/** How a column of a table stands in the file that was written of it: names of files and people, choices as texts. */
const typeInFile = ({ type }: FrozenColumn): (typeof KEPT)[number] | 'text' =>
  KEPT.find((one) => one === type) ?? 'text'

/** A table as a source: the file that was written of it. */
function sourceOfTable(
  { name, path, columns: frozen }: TableRow,
  sha256: string,
  { frozenAt, pseudonyms }: Pick<FrozenVersion, 'frozenAt' | 'pseudonyms'>,
): FrozenFiles {
  const columns = frozen.map((column) => ({ ...column, type: typeInFile(column) }))
  const inFile = frozen.map((column) => ({
    name: column.name,
    type: typeInFile(column),
    ...(column.type === 'person' && { pseudonyms }),
  }))
  return {
    kind: 'files',
    name,
    files: [{ sha256, name: path, columns: inFile }],
    columns: columns.map(({ id, format, ...column }) => ({ ...column, key: String(id), format: format ?? {} })),
    changedAt: frozenAt,
  }
}
const nameIn = (path: string) => path.split('/').at(-1) ?? path
/** All that a board reads, what its views read included. */
const refsOf = ({ content, views }: BoardRow): SourceRef[] => [
  ...readBy(content).sources,
  ...Object.values(views).flatMap(({ definition }) => sourcesOfView(definition)),
]

/** Boards that were frozen with a version: their questions are answered by its files, which never change. */
export function frozenBoards({ db, now, dataViews }: Needs) {
  /** What boards read, by the keys of sources; null for a board that reads what the reader may not have. */
  async function sourcesOf(version: FrozenVersion, boards: readonly BoardRow[]) {
    const { id, frozenAt, seesAll } = version
    const refs = boards.map(refsOf)
    const tableIds = refs.flat().flatMap((ref) => (ref.kind === 'table' ? [ref.id] : []))
    const tables = await frozenTables(db, id, [...new Set(tableIds)])
    const paths = [...tables.map(({ path }) => path), ...boards.flatMap((board) => Object.values(board.paths))]
    const files = new Map((await frozenFiles(db, id, [...new Set(paths)])).map((file) => [file.path, file]))
    const mayHave = (file: FrozenFile) => seesAll || !file.is_restricted
    const fileAt = (path: string) => {
      const file = files.get(path)
      return file && mayHave(file) ? file : null
    }
    const ofTable = (tableId: string): FrozenSource | null => {
      const table = tables.find(({ table_id }) => table_id === tableId)
      const file = table && fileAt(table.path)
      if (!file) return null
      return sourceOfTable(table, file.sha256, version)
    }
    const ofFiles = (path: string, found: readonly FrozenFile[]): FrozenSource | null => {
      const named = found.map((file) => ({ sha256: file.sha256, name: nameIn(file.path) }))
      const source = { name: nameIn(path), files: named, columns: null, changedAt: frozenAt }
      return found.every(mayHave) ? { kind: 'files', ...source } : null
    }
    async function sourceOf(ref: SourceRef, board: BoardRow): Promise<FrozenSource | null> {
      if (ref.kind === 'table') return ofTable(ref.id)
      if (ref.kind === 'view') {
        const view = board.views[ref.id]
        return view ? { kind: 'view', ...view } : null
      }
      if (ref.kind === 'file') {
        const file = fileAt(board.paths[ref.hash] ?? '')
        return file && ofFiles(file.path, [file])
      }
      const path = board.folders[ref.hash]
      return path === undefined ? null : ofFiles(path, await frozenFolder(db, id, path, ref.isNested))
    }
    return Promise.all(
      boards.map(async (board, at) => {
        if (Object.values(board.paths).some((path) => !fileAt(path))) return null
        const known = new Map<string, FrozenSource>()
        for (const ref of refs[at] ?? []) {
          if (known.has(keyOfSource(ref))) continue
          const source = await sourceOf(ref, board)
          if (!source) return null
          known.set(keyOfSource(ref), source)
        }
        return known
      }),
    )
  }

  /** The boards of a version that its reader may see. */
  async function linesOf(version: FrozenVersion): Promise<BoardLine[]> {
    const boards = await boardsOf(db, version.id)
    const sources = await sourcesOf(version, boards)
    return boards.flatMap(({ report_id: id, name, description, content }, at) => {
      const cards = content.board.tabs.flatMap((tab) => tab.cards)
      const charts = cards.filter((card) => card.content.kind === 'chart' || card.content.kind === 'saved').length
      return sources[at] ? [{ id, name, description, charts }] : []
    })
  }

  /** A board with what it reads. Throws reportGone, whatever keeps the reader from it. */
  async function opened(version: FrozenVersion, boardId: string) {
    const [row] = await boardsOf(db, version.id, boardId)
    const [sources] = row ? await sourcesOf(version, [row]) : []
    if (!row || !sources) throw new Failure('reportGone')
    const { name, description, content, paths } = row
    return { sources, board: { name, description, ...content, mayFilter: true, paths } satisfies DatasetBoard }
  }

  /** Rows of a table of a version, in the order of its file; null when it has none of this id. */
  async function rowsOf(
    version: FrozenVersion,
    tableId: string,
    part: { first: number; count: number },
    by: BoardReader,
  ) {
    const [table] = await frozenTables(db, version.id, [tableId])
    const [file] = table ? await frozenFiles(db, version.id, [table.path]) : []
    if (!table || !file) return null
    const source = sourceOfTable(table, file.sha256, version)
    const fields = (source.columns ?? []).map(({ key }, at) => ({
      key: `f${at + 1}`,
      name: String(at + 1),
      from: { kind: 'column' as const, source: 0, column: key },
      isHidden: false,
    }))
    const base = { kind: 'table' as const, id: tableId }
    const query = { base, joins: [], fields, filter: [], groups: [], measures: [], sort: [], limit: null }
    const { rows } = await dataViews.answerFrozen(by, new Map([[tableId, source]]), {
      query,
      ...part,
      isCounted: false,
    })
    return rows
  }

  /** What readers call, where `find` tells which version is theirs; it throws reportGone. */
  function calls<P>(find: (place: P, by: Asked) => Promise<FrozenVersion>) {
    const asks = rateLimitOf(ASKED_A_MINUTE, now)
    /** Throws tooManyRequests, reportGone. */
    async function asked(wish: P & { board: string }, by: Asked) {
      const { actor, request } = by
      if (!actor) asks.take(request.ip)
      const found = await opened(await find(wish, by), wish.board)
      const reader = actor ?? strangerAt(request.ip)
      const ask: Parameters<typeof askedChart>[2] = (query, part) =>
        dataViews.answerFrozen(reader, found.sources, { query, ...part })
      return { ...found, ask }
    }
    type One = P & { board: string }
    return {
      board: async (wish: One, by: Asked): Promise<DatasetBoard> => (await asked(wish, by)).board,
      async card(wish: One & Card, by: Asked) {
        const { board, ask } = await asked(wish, by)
        return askedChart(board, wish, ask)
      },
      async offered(wish: One & Offered, by: Asked) {
        const { board, ask } = await asked(wish, by)
        return askedValues(board, wish, ask)
      },
    }
  }

  return { linesOf, opened, rowsOf, calls }
}
export type FrozenBoards = ReturnType<typeof frozenBoards>
