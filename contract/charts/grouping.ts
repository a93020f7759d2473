import { TABLE_ROWS_A_PAGE } from '../core/limits.ts'
import type { AnswerPage } from '../queries/answer.ts'
import type { FieldFilter, Query } from '../queries/query.ts'
import type { Cell } from '../tables/columns.ts'
import type { Ask, ChartRow } from './answer.ts'
import type { Channel, ChartDefinition } from './definition.ts'
import type { Plan, PlannedColumn } from './plan.ts'
import { categoriesOf, chartTypes, drawsOthers, LARGEST_FIRST } from './types.ts'

/** A group of which not every value is drawn. */
type Limited = { at: number; channel: Channel; kept: readonly Cell[]; others: number }
type Found = { pages: AnswerPage[]; rows: ChartRow[]; total: number | null; others: Partial<Record<Channel, number>> }

const isScale = ({ channel, binding }: PlannedColumn, type: string | undefined) =>
  Boolean(binding.time ?? binding.width) ||
  ((type === 'number' || type === 'date' || type === 'datetime') && (channel === 'x' || channel === 'y'))

/** Whether a group has more values in the answer than are drawn. */
function hasMore({ rows }: AnswerPage, at: number, limit: number): boolean {
  return new Set(rows.map((cells) => JSON.stringify(cells[at] ?? null))).size > limit
}

/** Rows whose value of a field is among the kept, or is not: each row is in one of both. */
function among(field: string, kept: readonly Cell[], isIn: boolean): FieldFilter {
  const values = kept.filter((value) => value !== null && value !== '')
  const hasEmpty = values.length < kept.length
  const empty = { field, operator: isIn ? ('empty' as const) : ('notEmpty' as const), values: [] }
  const listed = { field, operator: isIn ? ('oneOf' as const) : ('noneOf' as const), values }
  const conditions = [...(values.length ? [listed] : []), ...(hasEmpty ? [empty] : [])]
  return conditions.length ? [{ match: isIn ? 'any' : 'all', conditions }] : []
}

/** The first values of a group, by its first measure or by its names; the largest when a chart has no order. */
async function limitedTo(
  { query, columns }: Plan,
  { options }: ChartDefinition,
  at: number,
  limit: number,
  ask: Ask,
): Promise<Limited | null> {
  const group = query.groups[at]
  const column = columns[at]
  const [first] = query.measures
  if (!group || !column || !first) return null
  const { by, order } = options.order ?? LARGEST_FIRST
  const sort = by === 'value' ? [{ field: first.key, order }] : [{ field: group.field, order }]
  const page = await ask({ ...query, groups: [group], measures: [first], sort }, { count: limit, isCounted: true })
  const matching = page.matching ?? page.rows.length
  if (matching <= limit) return null
  const kept = page.rows.map(([value = null]) => value)
  return { at, channel: column.channel, kept, others: matching - kept.length }
}

/** The query for one combination of separate and combined categories. */
function partOf(query: Query, limited: readonly Limited[], rest: ReadonlySet<number>): Query {
  const filter = limited.flatMap(({ at, kept }) => among(query.groups[at]?.field ?? '', kept, !rest.has(at)))
  return {
    ...query,
    filter: [...query.filter, ...filter],
    groups: query.groups.filter((_, at) => !rest.has(at)),
  }
}

/** A row of a part as a row of the whole: empty where it represents all others. */
function whole(cells: readonly Cell[], groups: number, rest: ReadonlySet<number>): ChartRow {
  const left = [...cells]
  const isRest = Array.from({ length: groups }, (_, at) => rest.has(at))
  return { cells: [...isRest.map((is) => (is ? null : (left.shift() ?? null))), ...left], rest: isRest }
}

/** Every subset of some indexes, the empty one first. */
const choices = (places: readonly number[]): Set<number>[] =>
  Array.from({ length: 2 ** places.length }, (_, bits) => new Set(places.filter((_place, at) => (bits >> at) & 1)))

/** The groups that are limited, and how many values of each are drawn; together at most the shapes of the type. */
async function limits(plan: Plan, definition: ChartDefinition, page: AnswerPage, ask: Ask): Promise<Limited[]> {
  const places = plan.columns.flatMap((column, at) =>
    column.role === 'group' && !isScale(column, page.columns[at]?.type) ? [at] : [],
  )
  const isCut = (page.matching ?? 0) > page.rows.length
  let room = chartTypes[definition.type].shapes
  const found: Limited[] = []
  const byChannel = places.toSorted((one, other) => Number(isX(plan, one)) - Number(isX(plan, other)))
  for (const at of byChannel) {
    const limit = Math.max(1, Math.min(categoriesOf(definition, plan.columns[at]?.channel ?? 'x'), room))
    const more = isCut || hasMore(page, at, limit) ? await limitedTo(plan, definition, at, limit, ask) : null
    if (more) found.push(more)
    const shown = more ? more.kept.length + 1 : new Set(page.rows.map((cells) => cells[at])).size
    room = Math.floor(room / Math.max(1, shown))
  }
  return found
}
const isX = ({ columns }: Plan, at: number) => columns[at]?.channel === 'x'

/**
 * Queries the groups of a chart; categories beyond its limits are combined, and each measure is computed of their rows.
 */
export async function askGroups(plan: Plan, definition: ChartDefinition, ask: Ask): Promise<Found> {
  const { query } = plan
  const { shapes } = chartTypes[definition.type]
  const first = await ask(query, { count: TABLE_ROWS_A_PAGE, isCounted: true })
  const limited = await limits(plan, definition, first, ask)
  if (limited.length === 0) {
    const total = first.matching ?? first.rows.length
    const rows = first.rows.slice(0, shapes).map((cells) => whole(cells, query.groups.length, new Set()))
    return { pages: [first], rows, total: total > rows.length ? total : null, others: {} }
  }
  const all = choices(limited.map(({ at }) => at))
  const sets = drawsOthers(definition) ? all : all.slice(0, 1)
  const pages = await Promise.all(
    sets.map((rest) => ask(partOf(query, limited, rest), { count: TABLE_ROWS_A_PAGE, isCounted: true })),
  )
  const rows = pages.flatMap((page, index) =>
    page.rows.map((cells) => whole(cells, query.groups.length, sets[index] ?? new Set())),
  )
  const total = pages.reduce((sum, page) => sum + (page.matching ?? page.rows.length), 0)
  // Of no rows a summary without groups is a row all the same.
  const counted = rows.filter(({ cells, rest }) => !rest.every(Boolean) || Number(cells.at(-1)) > 0)
  return {
    pages,
    rows: counted,
    total: total > rows.length ? total : null,
    others: Object.fromEntries(limited.map(({ channel, others }) => [channel, others])),
  }
}
