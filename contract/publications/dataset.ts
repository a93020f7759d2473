import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../core/shapes.ts'
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

/** What happened to a version; the history that people read of it. */
export const PublicationEventKind = z.enum([
  'made',
  'submitted',
  'revoked',
  'claimed',
  'released',
  'rejected',
  'published',
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
  columns: z.array(z.object({ name: z.string(), type: z.string(), unit: z.string(), description: z.string() })),
})
export type DatasetTable = z.infer<typeof DatasetTable>

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
  sizeBytes: Count,
  publishedAt: Timestamp,
  /** The last change of anything that the world sees of it: publication, withdrawal. */
  changedAt: Timestamp,
  withdrawnAt: z.nullable(Timestamp),
  withdrawnReason: z.string(),
})
export type DatasetVersion = z.infer<typeof DatasetVersion>
