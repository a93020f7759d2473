import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../core/shapes.ts'
import type { ColumnFormat } from '../tables/columns.ts'
import { Bilingual, DatasetMetadata } from './metadata.ts'

/**
 * States of a version. draft: edited. pending: with the reviewers, nothing changes. rejected: edited again. published:
 * public, never changes. withdrawn: was published; its files are closed and a tombstone with the reason stays.
 * Source: spec section 4; `withdrawn` is ours.
 */
export const PublicationState = z.enum(['draft', 'pending', 'rejected', 'published', 'withdrawn'])
export type PublicationState = z.infer<typeof PublicationState>

/** Whether what is submitted has reached the reviewers: tables are written as files first. Source: spec section 4. */
export const TransferState = z.enum(['transmitting', 'success', 'failed'])
export type TransferState = z.infer<typeof TransferState>

/**
 * Progress of a submission to an institution. waiting: for its task. announcing: the record is sent. sending: its files
 * are sent. completing: the institution checks that it has everything. sent: it reviews. decided: it has decided.
 */
export const TransferStep = z.enum(['waiting', 'announcing', 'sending', 'completing', 'sent', 'decided'])
export type TransferStep = z.infer<typeof TransferStep>

/** Progress of a submission to an institution; totals are 0 until its tables are written. */
export const Sending = z.object({
  step: TransferStep,
  files: Count,
  filesSent: Count,
  bytes: Count,
  bytesSent: Count,
  /** Bytes a second while files are sent. */
  speed: Count,
  /** Whether an interrupted file continues where it stopped; false: it starts again, null: not known yet. */
  keepsParts: z.nullable(z.boolean()),
  /** Address at the institution, and identifiers that it assigned; '' for none. */
  detailsUrl: z.string(),
  doi: z.string(),
  cstr: z.string(),
  /** The file that came with the decision; '' for none. */
  attachment: z.string(),
})
export type Sending = z.infer<typeof Sending>

/**
 * A persistent identifier of a version. reserved: assigned, but not resolvable yet; registering: the registration is in
 * progress; registered: it leads to the page; failed: the registry refused it, for the reason in `cause`; noted: it was
 * registered elsewhere and entered here, and this site has not checked where it leads.
 */
export const VersionIdentifier = z.object({
  scheme: z.enum(['ARK', 'DOI', 'Handle', 'CSTR']),
  value: z.string(),
  url: z.string(),
  state: z.enum(['reserved', 'registering', 'registered', 'failed', 'noted']),
  cause: z.string(),
  /** An ARK of the trial number, which leads nowhere outside this site. */
  isTrial: z.boolean(),
})
export type VersionIdentifier = z.infer<typeof VersionIdentifier>

/** Events of a version; they make up its visible history. */
export const PublicationEventKind = z.enum([
  'made',
  'submitted',
  'revoked',
  'claimed',
  'released',
  'lapsed',
  'rejected',
  'published',
  'corrected',
  'withdrawn',
])
export type PublicationEventKind = z.infer<typeof PublicationEventKind>

/** A file of a version. `path` is relative, with `/` between folders: `data/2024/ctd.csv`. Hashes are hexadecimal. */
export const DatasetFile = z.object({
  path: z.string(),
  size: Count,
  mime: z.string(),
  sha256: z.string(),
  md5: z.string(),
  /** The table that it was written from; null: a file of the space. */
  tableId: z.nullable(Id),
})
export type DatasetFile = z.infer<typeof DatasetFile>

/** A table of a version, frozen as the CSV file at `path`: its columns in the order of the file, and its rows. */
export const DatasetTable = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  path: z.string(),
  rows: Count,
  /** Its file is given on request, though the dataset is open. */
  isRestricted: z.boolean(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), unit: z.string(), description: z.string() })),
})
export type DatasetTable = z.infer<typeof DatasetTable>

/** A board that was frozen with a version; `charts` is the number of its charts. */
export const BoardLine = z.object({ id: Id, name: z.string(), description: z.string(), charts: Count })
export type BoardLine = z.infer<typeof BoardLine>

/** A column of a frozen table as it is kept: with its id in the table, which charts name. */
export type FrozenColumn = DatasetTable['columns'][number] & { id?: number; format?: ColumnFormat }

/**
 * A published or withdrawn version of a dataset, as the world sees it. `datasetId` is the same for all versions,
 * `number` counts them from 1.
 */
export const DatasetVersion = z.object({
  id: Id,
  datasetId: Id,
  number: Count,
  state: z.enum(['published', 'withdrawn']),
  metadata: DatasetMetadata,
  /** The institution that published it. */
  publisher: Bilingual,
  /** What this version changed; '' for the first one. */
  changes: z.string(),
  fileCount: Count,
  /** Those of them that are given on request, though the dataset is open. */
  restrictedFiles: Count,
  sizeBytes: Count,
  publishedAt: Timestamp,
  /** The last change of anything that the world sees of it: publication, withdrawal. */
  changedAt: Timestamp,
  withdrawnAt: z.nullable(Timestamp),
  withdrawnReason: z.string(),
  /** The CSTR that it has besides; '' for none. */
  cstr: z.string(),
})
export type DatasetVersion = z.infer<typeof DatasetVersion>
