import * as z from 'zod/mini'
import { PageId } from './core/events.ts'
import { REVIEW_DAYS } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Reason, Timestamp } from './core/shapes.ts'
import { institutionErrors } from './institutions.ts'
import { Problem } from './publications/check.ts'
import { CorrectedFields } from './publications/corrections.ts'
import {
  BoardLine,
  DatasetFile,
  DatasetTable,
  PublicationEventKind,
  PublicationState,
  Sending,
  TransferState,
  VersionIdentifier,
} from './publications/dataset.ts'
import { DraftFields } from './publications/draft.ts'
import { FairScore } from './publications/fair.ts'
import {
  Bilingual,
  bareIdentifier,
  DATASET_LINE_MAX,
  DatasetMetadata,
  isIdentifier,
  ResourceType,
} from './publications/metadata.ts'
import { TemplateDefinition } from './publications/template.ts'
import { ReviewDays, ReviewerScope } from './reviews.ts'

/** Maximum size of a draft, in bytes (our choice). */
export const DRAFT_BYTES = 1_048_576
/** Maximum length of metadata that are read from a text, in characters (our choice). */
export const METADATA_TEXT_MAX = 1_000_000

/** The form of metadata of another place. */
export const MetadataForm = z.enum(['bibtex', 'cff', 'datacite', 'roCrate'])
export type MetadataForm = z.infer<typeof MetadataForm>

const Person = z.object({ personId: Id, personName: z.string() })

/** A version in a list. Source of the columns: spec section 3, "Published item". */
export const PublicationRecord = z.object({
  id: Id,
  datasetId: Id,
  number: Count,
  state: PublicationState,
  /** '' while a draft has none. */
  title: z.string(),
  resourceType: ResourceType,
  /** The metadata template; '' when it is gone. */
  template: Bilingual,
  /** The institution that it goes to; null: it is published here. */
  institution: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The publishing institution; null until it is published. */
  publisher: z.nullable(Bilingual),
  /** Null when the space is gone. */
  space: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Null: another installation sent it. */
  maker: z.nullable(Person),
  /** The installation that it came from; null: it was made here. */
  sender: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Who has claimed the review, or decided. */
  reviewer: z.nullable(Person),
  /** Until when the reviewer has claimed it; null: it is not claimed. */
  reviewUntil: z.nullable(Timestamp),
  transfer: z.nullable(TransferState),
  /** How often the transfer of this submission failed, and why it did the last time. */
  transferFailures: Count,
  transferMessage: z.string(),
  /** Why it was rejected or withdrawn; '' in other states. */
  reason: z.string(),
  fileCount: Count,
  sizeBytes: Count,
  /** It is the newest published version of its dataset. */
  isCurrent: z.boolean(),
  /** A newer version is being prepared or reviewed. */
  hasOpenVersion: z.boolean(),
  createdAt: Timestamp,
  changedAt: Timestamp,
  submittedAt: z.nullable(Timestamp),
  publishedAt: z.nullable(Timestamp),
  withdrawnAt: z.nullable(Timestamp),
})
export type PublicationRecord = z.infer<typeof PublicationRecord>

export const PublicationEvent = z.object({
  kind: PublicationEventKind,
  person: z.nullable(Person),
  reason: z.string(),
  at: Timestamp,
})
export type PublicationEvent = z.infer<typeof PublicationEvent>

/** What the caller may do with a version in its present state. */
export const PublicationVerb = z.enum([
  'edit',
  'remove',
  'submit',
  'retransmit',
  'revoke',
  'newVersion',
  'copy',
  'claim',
  'release',
  'decide',
  'correct',
  'withdraw',
])
export type PublicationVerb = z.infer<typeof PublicationVerb>

export const PublicationDetails = z.extend(PublicationRecord, {
  /** Empty for who rejected it and, like the history, for readers who neither prepared nor reviewed it. */
  fields: DraftFields,
  /** The number of the last change of each value, by its place. */
  revisions: z.record(z.string(), Count),
  /** The template of the draft; null when there is none of its name. */
  definition: z.nullable(TemplateDefinition),
  /** The frozen record; null while it is edited, except for who rejected it. */
  metadata: z.nullable(DatasetMetadata),
  tables: z.array(DatasetTable),
  /** The boards that were frozen with it, for those who prepare or review it. */
  boards: z.array(BoardLine),
  /** Null when it is published here, or not submitted. */
  sending: z.nullable(Sending),
  changes: z.string(),
  /** The CSTR that a registration agency gave it besides; '' for none. */
  cstr: z.string(),
  /** For those who prepare or review it; none while an institution is to publish it. */
  identifiers: z.array(VersionIdentifier),
  history: z.array(PublicationEvent),
  verbs: z.array(PublicationVerb),
})
export type PublicationDetails = z.infer<typeof PublicationDetails>

/** An item of the selection of a draft. `isGone`: it was deleted; `isForbidden`: the caller may not give it. */
export const SelectedItem = z.object({
  id: Id,
  kind: z.enum(['file', 'folder', 'table']),
  name: z.string(),
  path: z.string(),
  /** Of files and folders. The size of a table is known once it is published as a file. */
  sizeBytes: Count,
  /** Of tables. */
  rows: Count,
  columns: Count,
  files: Count,
  isGone: z.boolean(),
  isForbidden: z.boolean(),
})
export type SelectedItem = z.infer<typeof SelectedItem>

/** A published board of the space, with the reasons why it can't be published with a dataset. */
export const BoardFit = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Names of the tables, files and folders that it reads, through data views or not, and that are not chosen. */
  notChosen: z.array(z.string()),
  /** How many data views it reads that are gone, or that the caller may not see. */
  viewsGone: Count,
})
export type BoardFit = z.infer<typeof BoardFit>

/** A value that someone else has changed meanwhile; it was not overwritten. */
export const DraftConflict = z.object({ place: z.string(), value: z.unknown(), revision: Count })
export type DraftConflict = z.infer<typeof DraftConflict>

const one = z.object({ id: Id })
const q = z.optional(z.string().check(z.trim(), z.maxLength(100)))
const Required = Reason.check(z.minLength(1))
const seen = ['publicationGone'] as const
const inSpace = [...seen, 'spaceNotFound', 'spaceRightMissing', 'publicationStateChanged'] as const
const reviewed = [...seen, 'reviewerOnly', 'publicationStateChanged', 'publicationOwnReview'] as const
const admin = { gate: 'admin', guard: 'session' } as const

export const publications = {
  list: operation({
    method: 'GET',
    path: '/publications',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset, state: z.optional(PublicationState), q }),
    data: pageOf(PublicationRecord),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  mine: operation({
    method: 'GET',
    path: '/publications/mine',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, state: z.optional(PublicationState), q }),
    data: pageOf(PublicationRecord),
    errors: [],
  }),
  counts: operation({
    method: 'GET',
    path: '/publications/counts',
    gate: 'signedIn',
    input: z.object({}),
    data: z.object({
      mine: z.record(PublicationState, Count),
      /** Submissions that wait for the caller's review; null for people who are no reviewers. */
      queue: z.nullable(Count),
    }),
    errors: [],
  }),
  queue: operation({
    method: 'GET',
    path: '/publications/queue',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, isMine: z._default(z.stringbool(), false) }),
    data: pageOf(PublicationRecord),
    errors: ['reviewerOnly'],
  }),
  create: operation({
    method: 'POST',
    path: '/publications',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, fields: z._default(DraftFields, {}) }),
    data: PublicationDetails,
    errors: ['spaceNotFound', 'spaceRightMissing', 'publicationsTooMany'],
  }),
  show: operation({
    method: 'GET',
    path: '/publications/:id',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: seen,
  }),
  save: operation({
    method: 'PATCH',
    path: '/publications/:id',
    gate: 'signedIn',
    bodyBytes: DRAFT_BYTES,
    input: z.object({
      id: Id,
      fields: DraftFields,
      /** The revision of each value that was changed, as the caller saw it; absent: 0. */
      bases: z.record(z.string().check(z.maxLength(50)), Count),
    }),
    data: z.object({ revisions: z.record(z.string(), Count), conflicts: z.array(DraftConflict) }),
    errors: inSpace,
  }),
  /**
   * Reads BibTeX, CFF, DataCite JSON or XML, or the metadata of an RO-Crate into fields of a draft, and saves nothing.
   * `omitted`: what has no place in a draft.
   */
  readMetadata: operation({
    method: 'POST',
    path: '/publications/metadata',
    gate: 'signedIn',
    bodyBytes: METADATA_TEXT_MAX * 4,
    input: z.object({ text: z.string().check(z.minLength(1), z.maxLength(METADATA_TEXT_MAX)) }),
    data: z.object({ form: MetadataForm, fields: DraftFields, omitted: z.array(z.string()) }),
    errors: ['publicationMetadataUnreadable'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/publications/:id',
    gate: 'signedIn',
    input: one,
    data: Nothing,
    errors: [...inSpace, 'legalHold'],
  }),
  selection: operation({
    method: 'GET',
    path: '/publications/:id/selection',
    gate: 'signedIn',
    input: one,
    data: z.array(SelectedItem),
    errors: inSpace,
  }),
  /** Tells the other editors of a draft which field this page is on; not stored. */
  look: operation({
    method: 'POST',
    path: '/publications/:id/presence',
    gate: 'signedIn',
    input: z.object({
      id: Id,
      pageId: PageId,
      isHere: z._default(z.boolean(), true),
      /** A field of the draft: `title.zh`, `extra.depth`, `files`; '' for none. */
      place: z._default(z.string().check(z.maxLength(60), z.regex(/^$|^[a-z][A-Za-z]*(\.[A-Za-z0-9_-]+)?$/)), ''),
    }),
    data: Nothing,
    errors: inSpace,
  }),
  /** The published boards of the space, each with the reasons why it can't be published with the draft. */
  boards: operation({
    method: 'GET',
    path: '/publications/:id/boards',
    gate: 'signedIn',
    input: one,
    data: z.array(BoardFit),
    errors: inSpace,
  }),
  check: operation({
    method: 'GET',
    path: '/publications/:id/check',
    gate: 'signedIn',
    input: one,
    /** `sizeBytes`: of the files; tables have none before they are published. */
    data: z.object({ problems: z.array(Problem), files: Count, sizeBytes: Count, tables: Count, fair: FairScore }),
    errors: inSpace,
  }),
  /** Opens the links of a draft and returns those that fail; none if the site sends no requests to other sites. */
  links: operation({
    method: 'GET',
    path: '/publications/:id/links',
    gate: 'signedIn',
    input: one,
    data: z.array(Problem),
    errors: [...inSpace, 'tooManyRequests'],
  }),
  /** The first pictures among the chosen files whose path has these words, by path; those given on request are not. */
  images: operation({
    method: 'GET',
    path: '/publications/:id/images',
    gate: 'signedIn',
    input: z.object({ id: Id, q }),
    data: z.array(z.string()),
    errors: inSpace,
  }),
  /** Drafts a README from the metadata and the columns of the chosen tables; nothing is saved. */
  readme: operation({
    method: 'GET',
    path: '/publications/:id/readme',
    gate: 'signedIn',
    input: one,
    data: z.object({ text: z.string() }),
    errors: [...inSpace, 'tableGone'],
  }),
  submit: operation({
    method: 'POST',
    path: '/publications/:id/submit',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: [...inSpace, 'publicationIncomplete', 'fileForbidden', 'tasksTooMany', 'institutionGone'],
  }),
  retransmit: operation({
    method: 'POST',
    path: '/publications/:id/retransmit',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: [
      ...inSpace,
      'publicationRetransmitLimit',
      'tasksTooMany',
      'personGone',
      'accountDisabled',
      'accountLocked',
      'accountInactive',
    ],
  }),
  revoke: operation({
    act: 'cancel',
    method: 'POST',
    path: '/publications/:id/revoke',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: [...inSpace, 'publicationClaimed', 'institutionKeepsIt', 'institutionGone', ...institutionErrors],
  }),
  newVersion: operation({
    method: 'POST',
    path: '/publications/:id/versions',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: [...inSpace, 'publicationVersionOpen'],
  }),
  copy: operation({
    method: 'POST',
    path: '/publications/:id/copy',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: [...inSpace, 'publicationsTooMany'],
  }),
  files: operation({
    method: 'GET',
    path: '/publications/:id/files',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, q }),
    data: pageOf(DatasetFile),
    errors: seen,
  }),
  content: operation({
    method: 'GET',
    path: '/publications/:id/content',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({ id: Id, path: z.string().check(z.minLength(1), z.maxLength(5000)) }),
    data: Nothing,
    errors: [...seen, 'fileGone'],
  }),
  claim: operation({
    method: 'POST',
    path: '/publications/:id/claim',
    gate: 'signedIn',
    input: z.object({ id: Id, days: z._default(ReviewDays, REVIEW_DAYS) }),
    data: PublicationDetails,
    errors: [...reviewed, 'publicationClaimed'],
  }),
  release: operation({
    method: 'POST',
    path: '/publications/:id/release',
    gate: 'signedIn',
    input: one,
    data: PublicationDetails,
    errors: reviewed,
  }),
  approve: operation({
    method: 'POST',
    path: '/publications/:id/approve',
    gate: 'signedIn',
    input: z.object({ id: Id, reason: z._default(Reason, '') }),
    data: PublicationDetails,
    errors: [...reviewed, 'publicationClaimed'],
  }),
  reject: operation({
    method: 'POST',
    path: '/publications/:id/reject',
    gate: 'signedIn',
    input: z.object({ id: Id, reason: Required }),
    data: PublicationDetails,
    errors: [...reviewed, 'publicationClaimed'],
  }),
  /** Corrects the metadata of a published version; nothing happens if they are the same already. */
  correct: operation({
    act: 'set',
    method: 'POST',
    path: '/publications/:id/corrections',
    gate: 'signedIn',
    bodyBytes: DRAFT_BYTES,
    input: z.object({ id: Id, fields: CorrectedFields, reason: Required }),
    data: PublicationDetails,
    errors: [...seen, 'spaceRightMissing', 'publicationStateChanged', 'publicationIncomplete'],
  }),
  withdraw: operation({
    act: 'cancel',
    method: 'POST',
    path: '/publications/:id/withdraw',
    gate: 'signedIn',
    input: z.object({ id: Id, reason: Required }),
    data: PublicationDetails,
    errors: [...seen, 'spaceRightMissing', 'publicationStateChanged', 'legalHold'],
  }),
  /** Sets the CSTR that a registration agency assigned to a published version; for publishers and administrators. */
  setCstr: operation({
    act: 'set',
    method: 'POST',
    path: '/publications/:id/cstr',
    gate: 'signedIn',
    input: z.object({
      id: Id,
      cstr: z.string().check(
        z.trim(),
        z.maxLength(DATASET_LINE_MAX),
        z.overwrite((text) => bareIdentifier('CSTR', text)),
        z.refine((text) => text === '' || isIdentifier('CSTR', text)),
      ),
    }),
    data: PublicationDetails,
    errors: [...seen, 'spaceRightMissing', 'publicationStateChanged', 'publicationCstrTaken'],
  }),
  /** The file that an institution sent with its decision. */
  attachment: operation({
    method: 'GET',
    path: '/publications/:id/attachment',
    gate: 'signedIn',
    answers: 'bytes',
    input: one,
    data: Nothing,
    errors: [...seen, 'fileGone'],
  }),
  /** Submissions to institutions that are under way, and all whose transfer failed. */
  transfers: operation({
    method: 'GET',
    path: '/setting/transfers',
    ...admin,
    paging: 'keyset',
    input: z.object({ ...keyset, transfer: z.optional(TransferState) }),
    data: pageOf(PublicationRecord),
    errors: [],
  }),
  reviewers: operation({
    method: 'GET',
    path: '/setting/reviewers',
    ...admin,
    input: z.object({}),
    data: z.array(
      z.extend(Person, { emailAccounts: z.string(), types: z.array(ResourceType), institutions: z.array(z.string()) }),
    ),
    errors: [],
  }),
  addReviewer: operation({
    act: 'set',
    method: 'POST',
    path: '/setting/reviewers',
    ...admin,
    input: z.extend(ReviewerScope, { personId: Id }),
    data: Nothing,
    errors: ['personGone', 'reviewersTooMany'],
  }),
  removeReviewer: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/setting/reviewers/:personId',
    ...admin,
    input: z.object({ personId: Id }),
    data: Nothing,
    errors: [],
  }),
}
