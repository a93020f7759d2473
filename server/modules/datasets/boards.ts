import type { FastifyInstance } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import { type DatasetBoard, datasetBoards } from '#contract/dataset-boards.ts'
import type { DatasetView } from '#contract/pages/data.ts'
import type { FrozenColumn } from '#contract/publications/dataset.ts'
import { keyOfSource } from '#contract/queries/query.ts'
import { readBy } from '#contract/reports/board-sources.ts'
import { Failure } from '#server/failure.ts'
import type { Call, SignedIn } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { DataViews, FrozenSource } from '#server/modules/data-views/index.ts'
import type { DatasetAccess } from '#server/modules/dataset-access/index.ts'
import { ASKED_A_MINUTE, askedChart, askedValues, strangerAt } from '#server/modules/reports/index.ts'
import type { Db } from '#server/storage/database.ts'
import { type BoardRow, boardsOf, frozenFiles, frozenTables } from './board-store.ts'
import { isOnRequest, isOpen } from './described.ts'
import type { DatasetService, Found } from './service.ts'

type Needs = {
  db: Db
  now: () => Date
  service: DatasetService
  access: DatasetAccess
  dataViews: Pick<DataViews, 'answerFrozen'>
}
type Asked = Pick<Call, 'actor' | 'request'>
type Place = { id: string; number: number }

const KEPT = ['number', 'date', 'datetime', 'boolean'] as const
/** How a column of a table stands in the file that was written of it: names of files and people, choices as texts. */
const typeInFile = ({ type }: FrozenColumn): (typeof KEPT)[number] | 'text' =>
  KEPT.find((one) => one === type) ?? 'text'

/** Boards of published datasets: their questions are answered by the files of the version, which never change. */
export function boardsOfDatasets(app: FastifyInstance, { db, now, service, access, dataViews }: Needs) {
  const asks = rateLimitOf(ASKED_A_MINUTE, now)

  /** What boards read, by the keys of sources; null for a board that reads what the reader may not have. */
  async function sourcesOf(dataset: Found, boards: readonly BoardRow[]) {
    const { id, publishedAt } = dataset.version
    const read = boards.map(({ content }) => readBy(content).sources)
    const tableIds = read.flat().flatMap((ref) => (ref.kind === 'table' ? [ref.id] : []))
    const tables = await frozenTables(db, id, [...new Set(tableIds)])
    const paths = [...tables.map(({ path }) => path), ...boards.flatMap((board) => Object.values(board.paths))]
    const files = new Map((await frozenFiles(db, id, [...new Set(paths)])).map((file) => [file.path, file]))
    const fileAt = (path: string) => {
      const file = files.get(path)
      return file && (dataset.seesAll || !file.is_restricted) ? file : null
    }
    const ofTable = (tableId: string): FrozenSource | null => {
      const table = tables.find(({ table_id }) => table_id === tableId)
      const file = table && fileAt(table.path)
      if (!file) return null
      const columns = table.columns.map((column) => ({ ...column, type: typeInFile(column) }))
      return {
        name: table.name,
        file: { sha256: file.sha256, name: table.path, columns: columns.map(({ name, type }) => ({ name, type })) },
        columns: columns.map(({ id: columnId, format, ...column }) => ({
          ...column,
          key: String(columnId),
          format: format ?? {},
        })),
        changedAt: publishedAt,
      }
    }
    const ofFile = (path: string): FrozenSource | null => {
      const file = fileAt(path)
      const name = path.split('/').at(-1) ?? path
      return file && { name, file: { sha256: file.sha256, name }, columns: null, changedAt: publishedAt }
    }
    return boards.map((board, at) => {
      if (Object.values(board.paths).some((path) => !fileAt(path))) return null
      const found = (read[at] ?? []).map((ref) => {
        const source =
          ref.kind === 'table' ? ofTable(ref.id) : ofFile('hash' in ref ? (board.paths[ref.hash] ?? '') : '')
        return [keyOfSource(ref), source] as const
      })
      const known = found.flatMap(([key, source]) => (source ? [[key, source] as const] : []))
      return known.length < found.length ? null : new Map(known)
    })
  }

  /** The boards that a reader may see of a version whose files they may have. */
  async function linesOf(dataset: Found): Promise<DatasetView['boards']> {
    const boards = await boardsOf(db, dataset.version.id)
    const sources = await sourcesOf(dataset, boards)
    return boards.flatMap(({ report_id: id, name, description, content }, at) => {
      const cards = content.board.tabs.flatMap((tab) => tab.cards)
      const charts = cards.filter((card) => card.content.kind === 'chart' || card.content.kind === 'saved').length
      return sources[at] ? [{ id, name, description, charts }] : []
    })
  }

  /** A board with what it reads. Throws reportGone, whatever keeps the reader from it. */
  async function opened({ id, number }: Place, boardId: string, actor: SignedIn | null) {
    const dataset = await service.find(id, number)
    if (!dataset) throw new Failure('reportGone')
    const { version, spaceId } = dataset
    const seesAll = isOnRequest(dataset) && (await access.mayRead({ datasetId: version.datasetId, spaceId }, actor))
    if (!seesAll && !isOpen(dataset)) throw new Failure('reportGone')
    const [row] = await boardsOf(db, version.id, boardId)
    const [sources] = row ? await sourcesOf({ ...dataset, seesAll }, [row]) : []
    if (!row || !sources) throw new Failure('reportGone')
    const { name, description, content, paths } = row
    return { dataset, sources, board: { name, description, ...content, mayFilter: true, paths } }
  }

  /** The same for a call of its own, with the way in which it is asked. Throws tooManyRequests, reportGone. */
  async function asked({ id, number, board }: Place & { board: string }, { actor, request }: Asked) {
    if (!actor) asks.take(request.ip)
    const found = await opened({ id, number }, board, actor)
    const reader = actor ?? strangerAt(request.ip)
    const ask: Parameters<typeof askedChart>[2] = (query, part) =>
      dataViews.answerFrozen(reader, found.sources, { query, ...part })
    return { ...found, ask }
  }

  mount(
    app,
    datasetBoards.board,
    async (wish: ParsedOf<typeof datasetBoards.board>, by: Asked): Promise<DatasetBoard> => {
      return (await asked(wish, by)).board
    },
  )
  mount(app, datasetBoards.card, async (wish: ParsedOf<typeof datasetBoards.card>, by: Asked) => {
    const { board, ask } = await asked(wish, by)
    return askedChart(board, wish, ask)
  })
  mount(app, datasetBoards.offered, async (wish: ParsedOf<typeof datasetBoards.offered>, by: Asked) => {
    const { board, ask } = await asked(wish, by)
    return askedValues(board, wish, ask)
  })
  return { linesOf, opened }
}
export type DatasetBoards = ReturnType<typeof boardsOfDatasets>
