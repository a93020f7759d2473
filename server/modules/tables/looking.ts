import type { ParsedOf } from '#contract/core/operation.ts'
import type { Comparison, FormulaTrial, RowGroups } from '#contract/tables/looks.ts'
import type { tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { endingWithCalls } from '#server/storage/pipeline.ts'
import { type ColumnRow, columnRow } from './catalogue-store.ts'
import { differences } from './compare-store.ts'
import { errorsOf, withKeptFormulas } from './formulas.ts'
import { groupsOf } from './group-store.ts'
import { valuesListed } from './listed-store.ts'
import type { TableNeeds } from './needs.ts'
import { columnsAt, demandMoment } from './past-store.ts'
import { askInTime, byId, columnIn } from './question-store.ts'
import type { TableService } from './service.ts'
import { triedFormula } from './trial-store.ts'

type Needs = Pick<TableNeeds, 'db'> & { tables: Pick<TableService, 'found' | 'namesIn'> }
const DRAFT = {
  name: '',
  description: '',
  unit: '',
  format: {},
  options: [],
  vocabularyId: null,
  rules: {},
  type: 'text' as const,
}

/** Looks at the rows of a table as a whole: in groups, between two moments, and by a formula that is being written. */
export function tableLooks({ db, tables: { found, namesIn } }: Needs) {
  const reading = endingWithCalls(db)

  async function groups(wish: ParsedOf<typeof tables.groups>, { actor }: ByActor): Promise<RowGroups> {
    const { table, columns: all } = await found(wish, actor)
    const columns = byId(all)
    const { question, groupBy, listing, aggregates } = wish
    const named = async ({ groups, ...more }: Omit<RowGroups, 'names'>, column: ColumnRow) => {
      const cells = groups.map(({ value }, id) => ({ id, cells: [value] }))
      return { groups, ...more, names: await namesIn(table.space_id, [column], cells) }
    }
    if (listing) {
      if (groupBy === null || aggregates.length) throw new Failure('invalid')
      const column = columnIn(columns, groupBy)
      const asked = { columns, question, column, listing }
      const list = await askInTime(reading, columns, question, (on) => valuesListed(on, table, asked))
      return named(list, column)
    }
    const groups = await askInTime(reading, columns, question, (on) => groupsOf(on, table.id, columns, wish))
    return groupBy === null ? { groups, names: {} } : named({ groups }, columnIn(columns, groupBy))
  }

  async function compare(
    { from, to, key, first, count, ...one }: ParsedOf<typeof tables.compare>,
    { actor }: ByActor,
  ): Promise<Comparison> {
    const { table, columns: today, change } = await found(one, actor)
    const sideAt = async (at: number) => {
      const moment = { tableId: table.id, at }
      await demandMoment(db, moment)
      return { moment, columns: await columnsAt(db, moment, today) }
    }
    const [earlier, later] = await Promise.all([sideAt(from), sideAt(to ?? change)])
    const [then, now] = [byId(earlier.columns), byId(later.columns)]
    const pairs = later.columns.flatMap((after) => {
      const before = then.get(after.id)
      return before ? [{ before, after }] : []
    })
    const keyPairs = key.map((id) => {
      const pair = pairs.find(({ after }) => after.id === id)
      if (!pair) throw new Failure('tableColumnGone')
      return pair
    })
    const told = await differences(reading, { from: earlier, to: later, pairs, key: keyPairs, first, count })
    const alone = (some: readonly ColumnRow[], others: ReadonlyMap<number, ColumnRow>) =>
      some.filter(({ id }) => !others.has(id)).map(({ name }) => name)
    const shown = pairs.map(({ after }) => after)
    const cells = told.rows.flatMap(({ before, after }) => [before ?? [], after ?? []])
    return {
      ...told,
      columns: shown.map(({ id, name, type }) => ({ id, name, type })),
      columnsAdded: alone(later.columns, then),
      columnsRemoved: alone(earlier.columns, now),
      names: await namesIn(
        table.space_id,
        shown,
        cells.map((row, id) => ({ id, cells: row })),
      ),
    }
  }

  async function tryFormula(
    { formula, column: id, ...one }: ParsedOf<typeof tables.tryFormula>,
    { actor }: ByActor,
  ): Promise<FormulaTrial> {
    const { table, columns } = await found(one, actor)
    const place = { table_id: table.id, id: table.next_column, physical: table.next_physical, position: 0 }
    const known = id === null ? columnRow(place, { ...DRAFT, formula }) : columnIn(byId(columns), id)
    const others = columns.filter((column) => column.id !== known.id)
    const rows = withKeptFormulas([...others, { ...known, formula }], [known.id])
    const tried = errorsOf(rows, [known.id]).get(known.id)
    if (!tried) throw new Failure('tableColumnGone')
    return { type: tried.type, rows: await triedFormula(reading, table.id, tried) }
  }

  return { groups, compare, tryFormula }
}
