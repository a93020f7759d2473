import { QUERY_DEPTH_MAX } from '#contract/core/limits.ts'
import { sourcesOfView } from '#contract/data-views.ts'
import { idOf, type Query, type SourceRef } from '#contract/queries/query.ts'
import { columnNamesInSql } from '#contract/queries/sql.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { DataViewStore } from './catalogue-store.ts'
import { type Content, leavesOf, type QueryContent, type SqlContent } from './content.ts'
import type { NamedView } from './files.ts'
import type { Resolving } from './resolving.ts'

type Where = { spaceId: string; reader: SignedIn }
/** What files that are written of a table hold as texts, so that ids of these types find nothing in them. */
const TOLD_BY_ID: readonly CellType[] = ['person', 'file', 'choices']
/** Whether values of a type mean something in the space only. */
export const isToldById = (type: CellType): boolean => TOLD_BY_ID.includes(type)
const viewsOf = (refs: readonly SourceRef[]) => refs.flatMap((ref) => (ref.kind === 'view' ? [idOf(ref)] : []))

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
/** Whether a text contains the id of a person, a file or anything else. */
export const namesAnId = (text: string): boolean => ID.test(text)

/** Whether a content, or one behind it, chooses by values that mean nothing away from the space. */
const isBound = (content: Content): boolean =>
  ('text' in content ? isBoundSql(content) : isBoundQuery(content)) ||
  content.sources.some((source) => source.kind === 'view' && isBound(source.content))

function isBoundQuery({ query: { fields, filter }, types, sources }: QueryContent): boolean {
  const conditions = filter.flatMap((group) => group.conditions).filter(({ values }) => values.length)
  // SQL answers people and files as texts.
  const isOverSql = sources.some((source) => source.kind === 'view' && 'text' in source.content)
  return conditions.some(({ field, values }) => {
    const type = fields.some(({ key }) => key === field) ? types.get(field) : undefined
    return isToldById(type ?? 'text') || (isOverSql && values.some((value) => namesAnId(String(value))))
  })
}

/** Of SQL its text is known: an id of a person or file, or the name of a column of choices, which are a list here. */
function isBoundSql({ text, sources }: SqlContent): boolean {
  const hasIds = leavesOf({ sources }).some(({ shape }) =>
    shape.some(({ type }) => type === 'person' || type === 'file'),
  )
  const plain = text.toLowerCase()
  const lists = sources.flatMap(({ shape }) => columnNamesInSql(shape).filter((_, at) => shape[at]?.type === 'choices'))
  return (hasIds && namesAnId(text)) || lists.some((name) => plain.includes(name.toLowerCase()))
}

/** What others need to know to keep queries of a space with all that stands behind them. */
export function behindQueries({ views, resolving }: { views: DataViewStore; resolving: Resolving }) {
  return {
    /** The views of these sources, and those behind them, by their ids; null for one that is not there for the reader. */
    async viewsBehind(refs: readonly SourceRef[], { spaceId, reader }: Where) {
      const found = new Map<string, NamedView | null>()
      let wanted = viewsOf(refs)
      for (let depth = 0; wanted.length && depth < QUERY_DEPTH_MAX; depth += 1) {
        const rows = new Map((await views.some(spaceId, wanted, [reader])).map((row) => [row.id, row]))
        for (const id of wanted) {
          const row = rows.get(id)
          found.set(id, row ? { name: row.name, definition: row.definition } : null)
        }
        const next = [...rows.values()].flatMap(({ definition }) => viewsOf(sourcesOfView(definition)))
        wanted = [...new Set(next)].filter((id) => !found.has(id))
      }
      return found
    },

    /** Whether queries can be answered now, and by what is written in files of their tables. */
    async isKeepable(queries: readonly Query[], where: Where): Promise<boolean> {
      for (const query of queries) {
        const { content } = await resolving.resolveQuery(query, where)
        if (!content || isBound(content)) return false
      }
      return true
    },
  }
}
