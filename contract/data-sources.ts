import * as z from 'zod/mini'
import {
  DATA_SOURCE_CA_MAX,
  DATA_SOURCE_NAME_MAX,
  DATA_SOURCE_PATH_MAX,
  DATA_SOURCE_TEXT_MAX,
  PORT_MAX,
  SEARCH_TEXT_MAX,
  TEXT_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { ColumnReading } from './table-files.ts'
import { CellType } from './tables/columns.ts'

/**
 * Kinds of data sources: databases (`mysql` includes MariaDB; for the drivers of `sqlServer`, `oracle` and `mongodb` see
 * `isOptionalKind`), a file on a web or WebDAV server (`https`) or in an
 * object store (`s3`), and the tables of a space of another installation, through its API (`tableApi`).
 */
export const DataSourceKind = z.enum([
  'postgresql',
  'mysql',
  'sqlServer',
  'oracle',
  'mongodb',
  'https',
  's3',
  'tableApi',
])
export type DataSourceKind = z.infer<typeof DataSourceKind>
export const defaultPorts: Readonly<Record<DataSourceKind, number>> = {
  postgresql: 5432,
  mysql: 3306,
  sqlServer: 1433,
  oracle: 1521,
  mongodb: 27017,
  https: 443,
  s3: 443,
  tableApi: 443,
}
export type FileKind = Extract<DataSourceKind, 'https' | 's3' | 'tableApi'>
export type DatabaseKind = Exclude<DataSourceKind, FileKind>
export type OptionalKind = Extract<DatabaseKind, 'sqlServer' | 'oracle' | 'mongodb'>
/** Whether the driver has to be added by the operator; it has not been tried against a real server. */
export const isOptionalKind = (kind: DataSourceKind): kind is OptionalKind =>
  kind === 'sqlServer' || kind === 'oracle' || kind === 'mongodb'
/** Whether tables of a data source are read from files: the sheets of one file, or one file per table. */
export const isFileKind = (kind: DataSourceKind): kind is FileKind =>
  kind === 'https' || kind === 's3' || kind === 'tableApi'

/** Kinds of which the databases that an account may use are listed, before one is chosen. */
export const ListingKind = z.enum(['postgresql', 'mysql', 'sqlServer'])
export type ListingKind = z.infer<typeof ListingKind>
export const isListingKind = (kind: DataSourceKind): kind is ListingKind =>
  (ListingKind.options as readonly DataSourceKind[]).includes(kind)

/** off: not encrypted. required: encrypted, any certificate. verified: the certificate must match the host. */
export const DataSourceTls = z.enum(['off', 'required', 'verified'])
export type DataSourceTls = z.infer<typeof DataSourceTls>

const line = z.string().check(z.trim(), z.maxLength(DATA_SOURCE_TEXT_MAX), z.regex(/^\P{Cc}*$/u))
const HOST = /^(\[[\da-f:.]+\]|[\da-f:]*:[\da-f:.]+|[\p{L}\d_-]+(\.[\p{L}\d_-]+)*\.?)$/iu
const CERTIFICATES = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*$/

/** The settings of a data source. The password is a separate field of the operations, because it is never returned. */
export const DataSourceDraft = z.object({
  name: line.check(z.minLength(1), z.maxLength(DATA_SOURCE_NAME_MAX)),
  kind: DataSourceKind,
  /** A host name or an IP address, without a scheme. */
  host: z.string().check(z.trim(), z.maxLength(DATA_SOURCE_TEXT_MAX), z.regex(HOST)),
  port: z.int().check(z.gte(1), z.lte(PORT_MAX)),
  /** Of a file its path, of an object store with the bucket first; of another installation the identifier of a space. */
  database: z.string().check(z.trim(), z.minLength(1), z.maxLength(DATA_SOURCE_PATH_MAX), z.regex(/^\P{Cc}*$/u)),
  /** The account. Public files have none; nor do access tokens, which are given as password. */
  account: line,
  tls: z._default(DataSourceTls, 'verified'),
  /** Certificates in PEM that are trusted instead of the usual ones; '' for none. */
  ca: z._default(z.string().check(z.trim(), z.maxLength(DATA_SOURCE_CA_MAX), z.regex(CERTIFICATES)), ''),
  comment: z._default(z.string().check(z.trim(), z.maxLength(TEXT_MAX), z.regex(/^[\P{Cc}\n\r\t]*$/u)), ''),
})
export type DataSourceDraft = z.infer<typeof DataSourceDraft>
export const DataSourcePassword = z.string().check(z.maxLength(DATA_SOURCE_TEXT_MAX))

export const DataSource = z.extend(DataSourceDraft, {
  id: Id,
  hasPassword: z.boolean(),
  maker: z.object({ personId: Id, personName: z.string() }),
  createdAt: Timestamp,
  /** Imports that read from it. */
  imports: Count,
})
export type DataSource = z.infer<typeof DataSource>

/** A table or view of a database, with an estimate of its number of rows; null if there is none. */
export const SourceTable = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view']),
  rows: z.nullable(Count),
})
export type SourceTable = z.infer<typeof SourceTable>

/** A column of a table of a database. `type`: its name there. `cellType`: what it becomes here unless people say otherwise. */
export const SourceColumn = z.object({
  name: z.string(),
  type: z.string(),
  isNullable: z.boolean(),
  isKey: z.boolean(),
  cellType: CellType,
  /** Its values have an order that a watermark can use. */
  isOrdered: z.boolean(),
  /** How the texts of a file are read. */
  format: z.optional(ColumnReading),
})
export type SourceColumn = z.infer<typeof SourceColumn>

export const SourceName = z.string().check(z.minLength(1), z.maxLength(DATA_SOURCE_TEXT_MAX))
const one = { spaceId: Id, id: Id }
const table = { schema: SourceName, table: SourceName }

/** Why a database was not reached or did not answer. */
export const reachErrors = [
  'outsideRefused',
  'dataSourceDriverMissing',
  'dataSourceHostUnknown',
  'dataSourceClosed',
  'dataSourceTls',
  'dataSourcePasswordWrong',
  'dataSourceDatabaseGone',
  'dataSourceForbidden',
  'dataSourceSlow',
  'dataSourceTooLarge',
  'dataSourceBroken',
  'dataSourceFailed',
  'dataSourceFileGone',
  'dataSourceSpaceGone',
  'dataSourceTokenWrong',
  'dataSourceTableGone',
  'tableFileUnreadable',
  'tooLarge',
] as const
const seen = ['spaceNotFound', 'spaceRightMissing', 'dataSourceGone'] as const

/** Refusals of settings that are tried out. */
const tried = [
  ...seen,
  'dataSourceMakerOnly',
  'dataSourcePasswordNeeded',
  'dataSourceAccountNeeded',
  'tooManyRequests',
  ...reachErrors,
] as const

export const dataSources = {
  list: operation({
    method: 'GET',
    path: '/dataSources',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      spaceId: Id,
      ...keyset,
      q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX))),
    }),
    data: pageOf(DataSource),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  show: operation({
    method: 'GET',
    path: '/dataSources/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: DataSource,
    errors: seen,
  }),
  create: operation({
    method: 'POST',
    path: '/dataSources',
    gate: 'signedIn',
    input: z.extend(DataSourceDraft, { spaceId: Id, password: z._default(DataSourcePassword, '') }),
    data: DataSource,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'dataSourceNameTaken',
      'dataSourcesTooMany',
      'dataSourceAccountNeeded',
    ],
  }),
  edit: operation({
    method: 'PUT',
    path: '/dataSources/:id',
    gate: 'signedIn',
    input: z.extend(DataSourceDraft, { ...one, password: z.optional(DataSourcePassword) }),
    data: DataSource,
    errors: [
      ...seen,
      'dataSourceNameTaken',
      'dataSourceMakerOnly',
      'dataSourcePasswordNeeded',
      'dataSourceAccountNeeded',
    ],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/dataSources/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: Nothing,
    errors: [...seen, 'dataSourceMakerOnly'],
  }),
  test: operation({
    method: 'POST',
    changes: false,
    path: '/dataSources/test',
    gate: 'signedIn',
    input: z.extend(DataSourceDraft, { spaceId: Id, id: z.optional(Id), password: z.optional(DataSourcePassword) }),
    /** The version that the database reports. */
    data: z.object({ version: z.string() }),
    errors: tried,
  }),
  /** Names of the databases of a server that the account may connect to, in their order. */
  databases: operation({
    method: 'POST',
    changes: false,
    path: '/dataSources/databases',
    gate: 'signedIn',
    input: z.extend(z.omit(DataSourceDraft, { name: true, database: true, comment: true }), {
      kind: ListingKind,
      spaceId: Id,
      id: z.optional(Id),
      password: z.optional(DataSourcePassword),
    }),
    data: z.array(z.string()),
    errors: tried,
  }),
  tables: operation({
    method: 'POST',
    changes: false,
    path: '/dataSources/:id/tables',
    gate: 'signedIn',
    input: z.object({ ...one, ...keyset, q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX))) }),
    data: pageOf(SourceTable),
    errors: [...seen, 'tooManyRequests', ...reachErrors],
  }),
  look: operation({
    method: 'POST',
    changes: false,
    path: '/dataSources/:id/look',
    gate: 'signedIn',
    input: z.object({ ...one, ...table }),
    /** Texts of the sample are cut; null is an empty cell. */
    data: z.object({ columns: z.array(SourceColumn), sample: z.array(z.array(z.nullable(z.string()))) }),
    errors: [...seen, 'tooManyRequests', ...reachErrors],
  }),
}
