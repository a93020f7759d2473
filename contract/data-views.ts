import * as z from 'zod/mini'
import {
  TABLE_BODY_BYTES,
  TABLE_DESCRIPTION_MAX,
  TABLE_NAME_MAX,
  TABLE_ROWS_A_PAGE,
  TABLE_ROWS_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { dataViewExports } from './data-view-exports.ts'
import { AnswerColumn, AnswerPage, JoinReport, Lineage, QueryProblem, SourceShape } from './queries/answer.ts'
import { FieldKey, look, Query, SourceRef, sourcesOf } from './queries/query.ts'
import { SqlQuery } from './queries/sql.ts'
import { CellType } from './tables/columns.ts'

const ViewName = z.string().check(z.trim(), z.minLength(1), z.maxLength(TABLE_NAME_MAX), z.regex(/^\P{Cc}*$/u))
const Description = z.string().check(z.trim(), z.maxLength(TABLE_DESCRIPTION_MAX))

/** What a data view shows: put together by clicking, or said in SQL. */
export const ViewDefinition = z.union([z.strictObject({ query: Query }), z.strictObject({ sql: SqlQuery })])
export type ViewDefinition = z.infer<typeof ViewDefinition>
export const sourcesOfView = (definition: ViewDefinition): SourceRef[] =>
  'query' in definition ? sourcesOf(definition.query) : definition.sql.sources.map(({ source }) => source)

/**
 * sources: a person sees the rows if they may see every source. published: everyone who may read the space sees them,
 * with the permissions of the person who published the view, for as long as that person may see every source.
 */
export const ViewAccess = z.enum(['sources', 'published'])
export type ViewAccess = z.infer<typeof ViewAccess>

/** A data view in a list. `isShared`: everyone in the space sees it; otherwise only its creator. */
export const ViewRecord = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  isShared: z.boolean(),
  access: ViewAccess,
  maker: z.object({ personId: Id, personName: z.string() }),
  createdAt: Timestamp,
  changedAt: Timestamp,
  /** Names of the direct sources that the caller may see. */
  sourceNames: z.array(z.string()),
  isSql: z.boolean(),
})
export type ViewRecord = z.infer<typeof ViewRecord>

/** A view with what it shows; `problems` keep it from being read. */
export const ViewDetails = z.extend(ViewRecord, {
  spaceId: Id,
  definition: ViewDefinition,
  /** Number of its last change: saving over another one is refused. */
  version: Count,
  columns: z.array(AnswerColumn),
  /** The types of its columns when it was last saved, by field: also those of columns that a source has lost since. */
  savedTypes: z.record(FieldKey, CellType),
  problems: z.array(QueryProblem),
  /** Views of the space that read this one. */
  usedBy: z.array(z.object({ id: Id, name: z.string() })),
})
export type ViewDetails = z.infer<typeof ViewDetails>

/** What a view showed from one saving on, until the next. */
export const ViewVersion = z.object({
  number: Count,
  definition: ViewDefinition,
  savedBy: z.object({ personId: Id, personName: z.string() }),
  savedAt: Timestamp,
})
export type ViewVersion = z.infer<typeof ViewVersion>

const inView = { spaceId: Id, id: Id }
const words = {
  name: ViewName,
  description: z._default(Description, ''),
  isShared: z._default(z.boolean(), true),
  access: z._default(ViewAccess, 'sources'),
}
const part = {
  ...look,
  first: z._default(z.int().check(z.gte(0), z.lte(TABLE_ROWS_MAX)), 0),
  count: z._default(z.int().check(z.gte(1), z.lte(TABLE_ROWS_A_PAGE)), 100),
  /** Whether all rows that fit are counted, too. */
  isCounted: z._default(z.boolean(), true),
}
const asked = ['queryTooLong', 'queryTooLarge', 'queryFailed', 'busy'] as const
const seen = ['spaceNotFound', 'spaceForbidden', 'dataViewGone'] as const
const edited = ['spaceNotFound', 'spaceForbidden', 'spaceRightMissing', 'dataViewGone'] as const
const saved = [
  'dataViewNameTaken',
  'dataViewsTooMany',
  'dataViewCircular',
  'dataViewMakerOnly',
  'queryInvalid',
] as const
const answered = ['queryInvalid', ...asked] as const

export const dataViews = {
  list: operation({
    method: 'GET',
    path: '/data-views',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset, q: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    data: pageOf(ViewRecord),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  find: operation({
    method: 'GET',
    path: '/data-views/found',
    gate: 'signedIn',
    input: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    data: z.array(z.object({ id: Id, name: z.string(), space: z.object({ id: Id, name: z.string() }) })),
    errors: [],
  }),
  create: operation({
    method: 'POST',
    path: '/data-views',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({ spaceId: Id, ...words, definition: ViewDefinition }),
    data: ViewDetails,
    errors: ['spaceNotFound', 'spaceForbidden', 'spaceRightMissing', ...saved, ...asked],
  }),
  show: operation({
    method: 'GET',
    path: '/data-views/:id',
    gate: 'signedIn',
    input: z.object(inView),
    data: ViewDetails,
    errors: [...seen, ...asked],
  }),
  edit: operation({
    method: 'PATCH',
    path: '/data-views/:id',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({
      ...inView,
      version: Count,
      name: z.optional(ViewName),
      description: z.optional(Description),
      isShared: z.optional(z.boolean()),
      access: z.optional(ViewAccess),
      definition: z.optional(ViewDefinition),
    }),
    data: ViewDetails,
    errors: [...edited, ...saved, ...asked, 'dataViewChanged'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/data-views/:id',
    gate: 'signedIn',
    input: z.object(inView),
    data: Nothing,
    errors: [...edited, 'legalHold'],
  }),
  /** The last VIEW_VERSIONS_MAX definitions, newest first. */
  versions: operation({
    method: 'GET',
    path: '/data-views/:id/versions',
    gate: 'signedIn',
    input: z.object(inView),
    data: z.array(ViewVersion),
    errors: seen,
  }),
  rows: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/data-views/:id/rows',
    gate: 'signedIn',
    input: z.object({ ...inView, ...part }),
    data: AnswerPage,
    errors: [...seen, 'dataViewBroken', ...answered],
  }),
  answer: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/queries',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({ spaceId: Id, definition: ViewDefinition, ...part }),
    data: AnswerPage,
    errors: ['spaceNotFound', 'spaceForbidden', 'dataViewBroken', ...answered],
  }),
  limits: operation({
    method: 'GET',
    path: '/data-views/limits',
    gate: 'signedIn',
    input: z.object({}),
    /** What a query may take at most, if the engine answers it: its running time, and the memory of its process. */
    data: z.object({ seconds: Count, memoryBytes: Count }),
    errors: [],
  }),
  check: operation({
    method: 'POST',
    changes: false,
    path: '/data-views/check',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({ spaceId: Id, definition: ViewDefinition, id: z.optional(Id) }),
    data: z.object({ columns: z.array(AnswerColumn), problems: z.array(QueryProblem) }),
    errors: ['spaceNotFound', 'spaceForbidden', ...asked],
  }),
  join: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/queries/join',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({ spaceId: Id, query: Query, join: Count }),
    data: JoinReport,
    errors: ['spaceNotFound', 'spaceForbidden', 'dataViewBroken', ...answered],
  }),
  source: operation({
    method: 'POST',
    changes: false,
    path: '/data-views/source',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, source: SourceRef }),
    data: SourceShape,
    errors: ['spaceNotFound', 'spaceForbidden', 'querySourceGone', 'queryFailed', 'queryTooLong', 'busy'],
  }),
  lineage: operation({
    method: 'GET',
    path: '/data-views/lineage',
    gate: 'signedIn',
    input: z.object({ spaceId: Id }),
    data: Lineage,
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  ...dataViewExports,
}
