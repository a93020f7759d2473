import { TABLES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { RowPage } from '#contract/tables/question.ts'
import type { ColumnStatistics, DataTable, TableRecord, tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { By, ByActor, SignedIn } from '#server/http/context.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { endingWithCalls } from '#server/storage/pipeline.ts'
import { readingAhead } from './ahead-store.ts'
import { type ColumnRow, seenTable, type TableRow, tableAlong } from './catalogue-store.ts'
import { demandRoomForColumns, keptColumns } from './column-changes.ts'
import { recompute } from './computing.ts'
import { demandNames, newColumns } from './doing.ts'
import { errorsOf, shownColumns } from './formulas.ts'
import { INDEXED_ROWS } from './indexing.ts'
import { keyOfPage, rowsBehind } from './keyset-store.ts'
import { measureTable } from './measure-store.ts'
import type { TableNeeds } from './needs.ts'
import { columnsAt, demandMoment, pageAt } from './past-store.ts'
import { makePhysical } from './physical-store.ts'
import { askInTime, byId, type Columns, columnIn, judgesPattern, sqlQuestions } from './question-store.ts'
import { withPattern } from './rewrite-store.ts'
import type { scanLimit } from './scan-limit.ts'
import { columnStatistics } from './statistics-store.ts'
import { brokenCells, demandRules } from './strict-store.ts'

type Shown = { shown: readonly ColumnRow[]; rows: RowPage['rows'] }
type One = { spaceId: string; id: string }
type Needs = TableNeeds & { limited: ReturnType<typeof scanLimit>; searching: ReturnType<typeof scanLimit> }
/** Names of people and files in the cells of a page are looked up for at most this many of each (our choice). */
const NAMES_MAX = 5000

/** The tables of spaces: their list, what is said of them, and their rows. */
export function tableService({ spaces, catalogue, questions, changes, bus, news, now, newId, ...needs }: Needs) {
  const { db, indexing, positions, views } = needs
  const reading = endingWithCalls(db)
  const seen = readingAhead(positions, spaces)
  async function list({ spaceId, ...query }: ParsedOf<typeof tables.list>, { actor }: ByActor) {
    const { id, policyContext } = await spaces.enter(spaceId, actor)
    // The trash is for members, like that of files.
    if (query.isTrashed && !policyContext.myRole) throw new Failure('spaceForbidden')
    return catalogue.page(id, actor, query)
  }

  /** Throws tableGone. */
  async function found({ spaceId, id }: One, actor: SignedIn) {
    const { space, along } = await spaces.enterWith(spaceId, actor, tableAlong(id, actor))
    const one = seenTable(along)
    if (!one) throw new Failure('tableGone')
    return { ...one, policyContext: space.policyContext }
  }
  async function recordIn({ spaceId, id }: One, actor: SignedIn): Promise<TableRecord> {
    const record = await catalogue.record(spaceId, id, actor)
    if (!record) throw new Failure('tableGone')
    return record
  }

  async function show(one: One, { actor }: ByActor): Promise<DataTable> {
    const { table, columns, change } = await found(one, actor)
    const [record, undo, looks] = await Promise.all([
      recordIn(one, actor),
      changes.steps(table.id, actor.id),
      views.of({ tableId: table.id, personId: actor.id }),
    ])
    return {
      ...record,
      ...looks,
      spaceId: table.space_id,
      columnList: shownColumns(columns),
      undo,
      change,
    }
  }

  async function create(draft: ParsedOf<typeof tables.create>, by: ByActor, id = newId()): Promise<DataTable> {
    const { actor } = by
    const { spaceId, columns: drafts, isShared, ...words } = draft
    demandRoomForColumns(0, drafts.length)
    demandNames(new Map(), drafts)
    await spaces.change(spaceId, actor, 'table.create', async (tx, space) => {
      if ((await catalogue.countIn(tx, space.id)) >= TABLES_MAX) throw new Failure('tablesTooMany')
      const row = {
        id,
        space_id: space.id,
        ...words,
        is_shared: isShared,
        maker_id: actor.id,
        created_at: now(),
        next_column: drafts.length + 1,
        next_physical: drafts.length + 1,
      }
      await catalogue.insert(tx, row)
      const none = { tx, table: { id, next_column: 1, next_physical: 1 }, columns: new Map() }
      const { made, effects } = keptColumns(none, newColumns(none, drafts, undefined))
      await makePhysical(tx, id, made)
      const rows = (await recompute(none, effects)).flatMap(({ after }) => (after ? [after] : []))
      await demandRules(tx, space.id, rows)
      await catalogue.writeColumns(tx, id, { gone: [], rows })
      await news.note(tx, row, { action: 'tableMade', doer: actor })
      await news.publish(row, {}, tx)
      await measureTable(tx, id, { isBound: true })
    })
    return show({ spaceId, id }, by)
  }

  async function edit({ spaceId, id, isShared, ...words }: ParsedOf<typeof tables.edit>, { actor }: By) {
    await spaces.change(spaceId, actor, 'table.edit', async (tx, space) => {
      const held = await catalogue.one(space.id, id, actor, { tx, hold: 'update' })
      if (!held) throw new Failure('tableGone')
      if (isShared !== undefined && held.table.maker_id !== actor.id) throw new Failure('tableMakerOnly')
      const set = { ...words, ...(isShared !== undefined && { is_shared: isShared }) }
      if (Object.keys(set).length) await catalogue.update(tx, id, set)
      // Notified: those who could see it or can see it now; of a new name, only those who can see it now.
      const told = { ...held.table, ...set, ...(isShared === false && { name: held.table.name }) }
      const isHeard = held.table.is_shared || told.is_shared
      await news.note(tx, { ...told, is_shared: isHeard }, { action: 'tableEdited', doer: actor })
      await news.publish({ ...told, is_shared: isHeard }, {}, tx)
    })
    return recordIn({ spaceId, id }, actor)
  }

  /** The names of files and people in the cells of some rows. */
  function namesIn(spaceId: string, shown: readonly ColumnRow[], rows: RowPage['rows']) {
    const idsOf = (type: 'file' | 'person') => {
      const places = shown.flatMap((column, at) => (column.type === type ? [at] : []))
      const ids = rows.flatMap(({ cells }) => places.map((at) => cells[at]))
      return [...new Set(ids.filter((id): id is string => typeof id === 'string'))].slice(0, NAMES_MAX)
    }
    return questions.names(spaceId, { files: idsOf('file'), people: idsOf('person') })
  }

  /** Rows with the reasons why cells of computed columns have no value. */
  async function withErrors(tableId: string, all: readonly ColumnRow[], { shown, rows: found }: Shown) {
    const places = shown.flatMap(({ formula }, at) => (formula === null ? [] : [at]))
    const empty = places.filter((at) => found.some(({ cells }) => cells[at] === null))
    const ids = found.filter(({ cells }) => empty.some((at) => cells[at] === null)).map(({ id }) => id)
    if (!ids.length) return found
    const wanted = errorsOf(
      all,
      empty.flatMap((at) => shown[at]?.id ?? []),
    )
    const errors = await questions.errors(tableId, wanted, ids)
    return found.map((row) => (errors.has(row.id) ? { ...row, errors: errors.get(row.id) } : row))
  }

  /** Rows with the columns in which they break a rule. */
  async function withBroken(tableId: string, shown: readonly ColumnRow[], found: RowPage['rows']) {
    const ids = found.map(({ id }) => id)
    const broken = await brokenCells(db, tableId, shown, ids)
    return broken.size ? found.map((row) => (broken.has(row.id) ? { ...row, broken: broken.get(row.id) } : row)) : found
  }

  type Wish = Omit<ParsedOf<typeof tables.rows>, 'spaceId' | 'id' | 'at'> &
    Pick<Shown, 'shown'> & { ahead: RowPage['rows'] | null }

  /**
   * Rows from a position, unless they were read ahead, or after a row, and the number of matching rows. Throws invalid.
   */
  async function pageOf(table: TableRow, columns: Columns, { after, ahead, ...wish }: Wish, on: Db) {
    const asked = on === reading ? questions : sqlQuestions(on)
    const isWhole = !wish.filter.length && !wish.q
    const paired = await indexing.paired(table, wish.q)
    const count = () => (isWhole ? table.row_count : asked.count(table.id, columns, { ...wish, paired }))
    if (after !== undefined) {
      const key = keyOfPage(after)
      const matching = isWhole || !key ? await count() : key.matching
      const page = await rowsBehind(on, table.id, columns, { ...wish, after: key, matching })
      if (!page) throw new Failure('invalid')
      return { ...page, matching }
    }
    const from = isWhole && !wish.sort.length ? positions.before(table, wish.first) : null
    const read = ahead ?? asked.rows(table.id, columns, { ...wish, from, paired })
    const [found, matching] = await Promise.all([read, count()])
    return { rows: found, matching }
  }

  type Asked = { table: TableRow; columns: Columns; wish: Wish }
  /** Whether a page is read without reading a whole table that is big, or judging its cells. */
  const isQuick = ({ table, columns, wish }: Asked): boolean =>
    (!wish.filter.length && !wish.q && !wish.sort.length) ||
    (table.row_count < INDEXED_ROWS && !judgesPattern(columns, wish))
  const pageAsked = ({ table, columns, wish }: Asked) =>
    askInTime(reading, columns, wish, (on) => pageOf(table, columns, wish, on))
  const pageInTurn = needs.searching(pageAsked)

  async function rows({ spaceId, id, at, ...wish }: ParsedOf<typeof tables.rows>, by: ByActor): Promise<RowPage> {
    const { actor } = by
    const one = await seen({ spaceId, id, columns: wish.columns, actor }, { at, ...wish })
    if (!one) throw new Failure('tableGone')
    const { table, columns: all, change } = one
    attributeRequest({ spaceId: table.space_id })
    const judged = wish.filter.flatMap(({ conditions }) => conditions.filter(({ operator }) => operator === 'broken'))
    // Rules are those of now.
    if (at !== undefined && (wish.after !== undefined || judged.length)) throw new Failure('invalid')
    if (at !== undefined) return readThen({ table, columns: all, asked: { at, ...wish } }, by)
    const columns = byId(all)
    const shown = wish.columns.length ? wish.columns.map((one) => columnIn(columns, one)) : all
    indexing.ask(table, columns, wish)
    const asked = { table, columns, wish: { ...wish, shown, ahead: one.page } }
    const { rows: page, ...rest } = await (isQuick(asked) ? pageAsked(asked) : pageInTurn(asked, by))
    return {
      ...rest,
      columns: shown.map((column) => column.id),
      rows: await withBroken(table.id, shown, await withErrors(table.id, all, { shown, rows: page })),
      total: table.row_count,
      change,
      names: await namesIn(table.space_id, shown, page),
    }
  }

  type Then = {
    table: TableRow
    columns: ColumnRow[]
    asked: Omit<ParsedOf<typeof tables.rows>, 'spaceId' | 'id' | 'at'> & { at: number }
  }
  /** The rows as they were just after a change. */
  async function rowsThen({ table, columns: today, asked: { at, ...wish } }: Then): Promise<RowPage> {
    const moment = { tableId: table.id, at }
    await demandMoment(db, moment)
    const all = await columnsAt(db, moment, today)
    const columns = byId(all)
    const shown = wish.columns.length ? wish.columns.map((one) => columnIn(columns, one)) : all
    const page = await pageAt(reading, moment, columns, { ...wish, shown })
    const names = await namesIn(table.space_id, shown, page.rows)
    return { ...page, columns: shown.map(({ id }) => id), change: at, names }
  }
  // Each page of an earlier moment reads all of the table.
  const readThen = needs.limited(rowsThen)

  async function statistics(wish: ParsedOf<typeof tables.statistics>, { actor }: ByActor): Promise<ColumnStatistics> {
    const { table, columns: all } = await found(wish, actor)
    const columns = byId(all)
    const column = columnIn(columns, wish.column)
    const error = column.formula === null ? null : (errorsOf(all, [column.id]).get(column.id)?.error ?? null)
    const asked = { columns, column, question: wish.question, error }
    const read = (on: Db) => columnStatistics(on, table.id, asked)
    if (!asked.column.rules.pattern || judgesPattern(columns, wish.question))
      return askInTime(reading, columns, wish.question, read)
    return transact(reading, (tx) => withPattern(tx, () => read(tx)))
  }

  /** For a private table, nobody is notified; who may not change a table does not write in it. */
  async function look({ spaceId, id, ...seen }: ParsedOf<typeof tables.look>, { actor }: ByActor): Promise<null> {
    const { table, policyContext } = await found({ spaceId, id }, actor)
    const isWriter = can(actor, 'table.edit', policyContext)
    const cell = seen.cell && { ...seen.cell, isTyping: seen.cell.isTyping && isWriter }
    const presence = { ...seen, cell, personId: actor.id, personName: actor.name }
    const event = { mark: 'table_refresh' as const, spaceId: table.space_id, tableId: table.id, presence }
    if (table.is_shared) await bus.publish('realtime', { spaceId: table.space_id, event })
    return null
  }

  return { look, list, show, create, edit, rows, statistics, found, namesIn }
}
export type TableService = ReturnType<typeof tableService>
