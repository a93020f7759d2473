import { QUERY_DEPTH_MAX } from '#contract/core/limits.ts'
import { sourcesOfView } from '#contract/data-views.ts'
import { idOf, type Query, type SourceRef } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { DataViewStore } from './catalogue-store.ts'
import type { Content } from './content.ts'
import type { NamedView } from './files.ts'
import type { Resolving } from './resolving.ts'

type Where = { spaceId: string; reader: SignedIn }
/** What files that are written of a table hold as texts, so that ids of these types find nothing in them. */
const TOLD_BY_ID: readonly CellType[] = ['person', 'file', 'choices']
const viewsOf = (refs: readonly SourceRef[]) => refs.flatMap((ref) => (ref.kind === 'view' ? [idOf(ref)] : []))

/** Names of the fields by which rows are chosen and that mean nothing away from the space; of SQL nothing is known. */
function boundFields(content: Content): string[] {
  const behind = content.sources.flatMap((source) => (source.kind === 'view' ? boundFields(source.content) : []))
  if ('text' in content) return behind
  const { fields, filter } = content.query
  const asked = new Set(
    filter.flatMap(({ conditions }) => conditions.flatMap(({ field, values }) => (values.length ? [field] : []))),
  )
  const bound = fields.filter(({ key }) => asked.has(key) && TOLD_BY_ID.includes(content.types.get(key) ?? 'text'))
  return [...bound.map(({ name }) => name), ...behind]
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
        if (!content || boundFields(content).length) return false
      }
      return true
    },
  }
}
