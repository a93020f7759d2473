import * as z from 'zod/mini'
import { ChartAnswer } from './charts/answer.ts'
import { ChartDefinition } from './charts/definition.ts'
import { BOARD_COLUMNS, REPORT_BYTES_MAX, REPORT_DESCRIPTION_MAX, REPORT_NAME_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Alert, AlertDirection, MyAlert } from './reports/alert.ts'
import { Board, BoardKey } from './reports/board.ts'
import { askedCard, askedFilter, OfferedValues, ReadBoard } from './reports/reading.ts'
import { SavedChart } from './reports/saved-chart.ts'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(REPORT_NAME_MAX), z.regex(/^\P{Cc}*$/u))
const Description = z.string().check(z.trim(), z.maxLength(REPORT_DESCRIPTION_MAX), z.regex(/^[\P{Cc}\n\r\t]*$/u))
const VersionName = z.string().check(z.trim(), z.maxLength(REPORT_NAME_MAX), z.regex(/^\P{Cc}*$/u))

/** A report is a chart or a board: a grid of cards with charts. */
export const ReportKind = z.enum(['chart', 'board'])
export type ReportKind = z.infer<typeof ReportKind>
export const ReportContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chart'), definition: ChartDefinition }),
  z.object({ kind: z.literal('board'), board: Board }),
])
export type ReportContent = z.infer<typeof ReportContent>

/** Charts of the space that the cards of contents show, each once. */
export function savedChartsIn(contents: readonly (ReportContent | null)[]): string[] {
  const cards = contents.flatMap((one) => (one?.kind === 'board' ? one.board.tabs.flatMap((tab) => tab.cards) : []))
  return [...new Set(cards.flatMap(({ content }) => (content.kind === 'saved' ? [content.id] : [])))]
}
/** A report as a board: a single chart is its only card. */
export function boardOf(content: ReportContent): Board {
  if (content.kind === 'board') return content.board
  const card = { key: 'c1', title: '', x: 0, y: 0, w: BOARD_COLUMNS, h: 14 }
  const cards = [{ ...card, content }]
  return { tabs: [{ key: 't1', name: '', cards }], filters: [], refreshSeconds: 0, pageSeconds: 30 }
}

/** A card in the small picture of a board; `type` is that of its chart. */
const OutlineCard = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  type: z.string(),
})
export type OutlineCard = z.infer<typeof OutlineCard>

/**
 * A report in a list. One that was never published is visible only to its creator. A published one is visible to
 * everyone who may read the space; those who may change it see its draft, too.
 */
export const ReportRecord = z.object({
  id: Id,
  spaceId: Id,
  kind: ReportKind,
  name: z.string(),
  description: z.string(),
  maker: z.object({ personId: Id, personName: z.string() }),
  createdAt: Timestamp,
  /** When the draft was last changed, for those who may see it; otherwise when it was published. */
  changedAt: Timestamp,
  publishedAt: z.nullable(Timestamp),
  /** The draft differs from what is published. */
  isChanged: z.boolean(),
  /** Type of a chart; '' for a board. */
  chartType: z.string(),
  /** The first cards of a board. */
  outline: z.array(OutlineCard),
  /** Boards that show a chart, as far as the reader may see them. */
  usedBy: z.array(z.object({ id: Id, name: z.string() })),
})
export type ReportRecord = z.infer<typeof ReportRecord>

export const ReportDetails = z.extend(ReportRecord, {
  /** Number of its last change: saving over another one is refused. */
  version: Count,
  /** The published content; null if it is not published. */
  published: z.nullable(ReportContent),
  /** Null for those who may not change it. */
  draft: z.nullable(ReportContent),
  /** The charts of the space that its cards show, as far as the caller may see them; readers see the published ones. */
  charts: z.array(z.extend(SavedChart, { isPublished: z.boolean() })),
})
export type ReportDetails = z.infer<typeof ReportDetails>

/** A published version. */
export const ReportVersion = z.object({
  number: Count,
  /** '' without a name; versions with one are kept. */
  name: z.string(),
  madeBy: z.object({ personId: Id, personName: z.string() }),
  at: Timestamp,
  isPublished: z.boolean(),
})
export type ReportVersion = z.infer<typeof ReportVersion>

const Saved = z.object({ version: Count, changedAt: Timestamp })
const one = { spaceId: Id, id: Id }
const changing = { ...one, version: Count }
/** Beyond it the database has no numbers of versions. */
const VERSION_NUMBER_MAX = 2_147_483_647
const ofVersion = { ...one, number: z.pipe(z.coerce.number(), Count.check(z.lte(VERSION_NUMBER_MAX))) }
const seen = ['spaceNotFound', 'spaceForbidden', 'reportGone'] as const
const changed = [...seen, 'spaceRightMissing'] as const
const asked = ['queryInvalid', 'queryTooLong', 'queryTooLarge', 'queryFailed', 'busy'] as const
const bodyBytes = REPORT_BYTES_MAX

export const reports = {
  list: operation({
    method: 'GET',
    path: '/reports',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      spaceId: Id,
      ...keyset,
      kind: z.optional(ReportKind),
      q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    data: pageOf(ReportRecord),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  create: operation({
    method: 'POST',
    path: '/reports',
    gate: 'signedIn',
    bodyBytes,
    input: z.object({ spaceId: Id, name: Name, description: z._default(Description, ''), content: ReportContent }),
    data: ReportDetails,
    errors: ['spaceNotFound', 'spaceForbidden', 'spaceRightMissing', 'reportsTooMany'],
  }),
  show: operation({
    method: 'GET',
    path: '/reports/:id',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: ReportDetails,
    errors: seen,
  }),
  /** A published board for everyone who may read its space, signed in or not. */
  board: operation({
    method: 'GET',
    path: '/reports/:id/board',
    gate: 'public',
    input: z.object({ id: Id }),
    data: ReadBoard,
    errors: ['reportGone', 'tooManyRequests'],
  }),
  /** The data of a card's chart, as far as the caller may see it. */
  card: operation({
    method: 'GET',
    path: '/reports/:id/cards/:card',
    gate: 'public',
    input: z.object({ id: Id, ...askedCard }),
    data: ChartAnswer,
    errors: ['reportGone', 'cardGone', 'chartTooWide', 'dataViewBroken', 'tooManyRequests', ...asked],
  }),
  /** Values that one of its filters can be set to. */
  offered: operation({
    method: 'GET',
    path: '/reports/:id/filters/:filter',
    gate: 'public',
    input: z.object({ id: Id, ...askedFilter }),
    data: OfferedValues,
    errors: ['reportGone', 'filterGone', 'dataViewBroken', 'tooManyRequests', ...asked],
  }),
  edit: operation({
    method: 'PATCH',
    path: '/reports/:id',
    gate: 'signedIn',
    bodyBytes,
    input: z.object({
      ...changing,
      name: z.optional(Name),
      description: z.optional(Description),
      content: z.optional(ReportContent),
    }),
    data: Saved,
    errors: [...changed, 'reportChanged', 'reportKindFixed'],
  }),
  publish: operation({
    method: 'POST',
    path: '/reports/:id/publication',
    gate: 'signedIn',
    input: z.object({ ...changing, name: z._default(VersionName, '') }),
    data: Saved,
    errors: [...changed, 'reportChanged', 'reportVersionsTooMany'],
  }),
  withdraw: operation({
    act: 'cancel',
    method: 'DELETE',
    path: '/reports/:id/publication',
    gate: 'signedIn',
    input: z.object(one),
    data: Saved,
    errors: changed,
  }),
  versions: operation({
    method: 'GET',
    path: '/reports/:id/versions',
    gate: 'signedIn',
    input: z.object(one),
    data: z.array(ReportVersion),
    errors: changed,
  }),
  version: operation({
    method: 'GET',
    path: '/reports/:id/versions/:number',
    gate: 'signedIn',
    input: z.object(ofVersion),
    data: ReportContent,
    errors: [...changed, 'reportVersionGone'],
  }),
  nameVersion: operation({
    method: 'PATCH',
    path: '/reports/:id/versions/:number',
    gate: 'signedIn',
    input: z.object({ ...ofVersion, name: VersionName }),
    data: Nothing,
    errors: [...changed, 'reportVersionGone'],
  }),
  restore: operation({
    method: 'POST',
    path: '/reports/:id/versions/:number/restore',
    gate: 'signedIn',
    input: z.object({ ...ofVersion, version: Count }),
    data: Saved,
    errors: [...changed, 'reportChanged', 'reportVersionGone'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/reports/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: Nothing,
    errors: [...changed, 'legalHold'],
  }),
  /** The alerts that the caller has on a report. */
  alerts: operation({
    method: 'GET',
    path: '/reports/:id/alerts',
    gate: 'signedIn',
    input: z.object(one),
    data: z.array(Alert),
    errors: seen,
  }),
  /** All alerts of the caller, the newest first; there are never more than ALERTS_MAX. */
  myAlerts: operation({
    method: 'GET',
    path: '/reports/alerts',
    gate: 'signedIn',
    input: z.object({}),
    data: z.array(MyAlert),
    errors: [],
  }),
  addAlert: operation({
    method: 'POST',
    path: '/reports/:id/alerts',
    gate: 'signedIn',
    input: z.object({ ...one, card: BoardKey, direction: AlertDirection, value: z.number() }),
    data: Alert,
    errors: [...seen, 'cardGone', 'alertUnfit', 'alertsTooMany', 'reportUnpublished', 'dataViewBroken', ...asked],
  }),
  switchAlert: operation({
    method: 'PATCH',
    path: '/reports/:id/alerts/:alert',
    gate: 'signedIn',
    input: z.object({ ...one, alert: Id, isOn: z.boolean() }),
    data: Nothing,
    errors: [...seen, 'alertGone'],
  }),
  removeAlert: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/reports/:id/alerts/:alert',
    gate: 'signedIn',
    input: z.object({ ...one, alert: Id }),
    data: Nothing,
    errors: ['alertGone'],
  }),
  find: operation({
    method: 'GET',
    path: '/reports/found',
    gate: 'signedIn',
    input: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    data: z.array(
      z.object({ id: Id, kind: ReportKind, name: z.string(), space: z.object({ id: Id, name: z.string() }) }),
    ),
    errors: [],
  }),
}
