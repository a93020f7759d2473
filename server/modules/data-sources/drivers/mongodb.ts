import type { ErrorName } from '#contract/core/errors.ts'
import type { SourceTable } from '#contract/data-sources.ts'
import { Failure } from '#server/failure.ts'
import { asFailure, inBounds } from './failing.ts'
import { openGate } from './gate.ts'
import { type MongoValue, type MongoValues, mongoColumns, mongoFilter, mongoText } from './mongodb-values.ts'
import { optionalDriver } from './optional.ts'
import {
  ASK_BYTES,
  ASK_MS,
  charactersOf,
  type Filter,
  HELD_CHARACTERS,
  type KnownColumn,
  PART_BYTES,
  PART_MS,
  type Selection,
  type SourceAddress,
  type SourceSession,
  type TextRow,
} from './session.ts'

/** The part of `mongodb` that is used here. */
type Document = Record<string, MongoValue>
type Cursor = AsyncIterable<Document> & { next(): Promise<Document | null>; close(): Promise<void> }
type Collection = { find(filter: object, options: object): Cursor }
type Database = {
  command(command: object): Promise<Document>
  listCollections(filter: object, options: object): { toArray(): Promise<{ name: string; type?: string }[]> }
  collection(name: string): Collection
}
type Client = { connect(): Promise<Client>; db(name: string): Database; close(): Promise<void> }
type Mongo = MongoValues & { MongoClient: new (url: string, options: object) => Client }

/** Errors by their code. */
const ERRORS: Record<string, ErrorName> = {
  '18': 'dataSourcePasswordWrong',
  '13': 'dataSourceForbidden',
  '26': 'dataSourceTableGone',
  '50': 'dataSourceSlow',
  '91': 'dataSourceBroken',
  '262': 'dataSourceSlow',
  '11600': 'dataSourceBroken',
}
const AUTHENTICATION_FAILED = 18
const NETWORK = /^Mongo(Network|ServerSelection|ConnectionPool|PoolC|NotConnected|TopologyClosed)/

/** Documents that say which fields a collection has: some of its oldest and of its latest (our choice). */
const KNOWN_DOCUMENTS = 500
/** Documents of a part of an answer at most. */
const ROWS_MAX = 2000
/** The database of accounts that may use several databases. */
const ADMIN = 'admin'

/** An error of the driver as a refusal. */
function failed(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { name = '', code, message } = error as { name?: string; code?: number | string; message?: string }
  if (NETWORK.test(name)) return new Failure('dataSourceBroken', { cause: error })
  return asFailure({ code: String(code ?? ''), message }, ERRORS)
}

/** Connects to a MongoDB. Throws a Failure that names the cause. */
export async function openMongodb(address: SourceAddress): Promise<SourceSession> {
  const mongo = await optionalDriver<Mongo>('mongodb')
  const { database, account, password } = address
  const gate = await openGate(address).catch((error: unknown) => {
    throw asFailure(error, ERRORS)
  })
  let client: Client | undefined
  const close = () => {
    gate.close()
    void client?.close().catch(() => undefined)
  }
  const bounds = { ms: ASK_MS, bytes: ASK_BYTES, received: gate.received, stop: close }
  const asked = <T>(work: Promise<T>): Promise<T> =>
    inBounds(work, bounds).catch((error: unknown) => {
      throw failed(error)
    })
  /** Accounts are kept in a database; which one, only the server knows. */
  const signIn = (authSource: string) =>
    new mongo.MongoClient(`mongodb://127.0.0.1:${gate.port}`, {
      directConnection: true,
      ...(account && { auth: { username: account, password }, authSource }),
      appName: 'DataSpace',
      maxPoolSize: 1,
      retryReads: false,
      readPreference: 'secondaryPreferred',
      // Ours are over before.
      serverSelectionTimeoutMS: ASK_MS * 2,
      connectTimeoutMS: ASK_MS * 2,
      useBigInt64: true,
      bsonRegExp: true,
    }).connect()
  try {
    client = await asked(
      signIn(ADMIN).catch((error: { code?: number }) => {
        if (error.code !== AUTHENTICATION_FAILED || database === ADMIN) throw error
        return signIn(database)
      }),
    )
  } catch (error) {
    close()
    throw error
  }
  const db = client.db(database)
  // A statement for an import runs as long as its rows are taken.
  let limits: object = { maxTimeMS: ASK_MS }
  const find = ({ table }: Selection['at'], filters: readonly Filter[], options: object) =>
    db.collection(table).find(mongoFilter(filters, mongo), { ...limits, ...options })

  async function* rows({ at, columns, filters, characters }: Selection, options: object = {}) {
    const cursor = find(at, filters, { projection: projectionOf(columns), ...options })
    for (;;) {
      const part = await asked(partOf(cursor, columns, characters))
      if (part.length) yield part
      else return
    }
  }

  return {
    async version() {
      const { version } = await asked(db.command({ buildInfo: 1 }))
      return `MongoDB ${String(version)}`
    },
    async tables({ q, after, size }) {
      const found = await asked(db.listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray())
      const fits = ({ name }: { name: string }) =>
        !name.startsWith('system.') && name.toLowerCase().includes(q.toLowerCase()) && (!after || name > after[1])
      const kindOf = (type?: string): SourceTable['kind'] => (type === 'view' ? 'view' : 'table')
      return found
        .filter(fits)
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .slice(0, size)
        .map(({ name, type }) => ({ schema: database, name, kind: kindOf(type), rows: null }))
    },
    async columns(at) {
      const some = async (order: 1 | -1) => {
        const documents: Document[] = []
        const options = { sort: { $natural: order }, limit: KNOWN_DOCUMENTS }
        for await (const one of find(at, [], options)) documents.push(one)
        return documents
      }
      if (at.schema !== database) return []
      // A view has no order of its own.
      const first = await asked(some(1))
      const last = first.length < KNOWN_DOCUMENTS ? [] : await asked(some(-1))
      return mongoColumns([...first, ...last])
    },
    freeze() {
      Object.assign(bounds, { ms: PART_MS, bytes: PART_BYTES })
      limits = {}
      return Promise.resolve()
    },
    async sample(selection, most) {
      const found: TextRow[] = []
      for await (const part of rows(selection, { limit: most })) found.push(...part)
      return found
    },
    async greatest({ at, filters, characters }, column) {
      const known: Filter = { column, operator: 'notEmpty', value: '' }
      const sort = { sort: { [column.name]: -1 }, limit: 1 }
      const selection = { at, columns: [column], filters: [...filters, known], characters }
      for await (const [row] of rows(selection, sort)) return row?.[0] ?? null
      return null
    },
    rows,
    close,
  }
}

const projectionOf = (columns: readonly KnownColumn[]) => ({
  _id: 0,
  ...Object.fromEntries(columns.map(({ name }) => [name, 1])),
})

/** The next rows, as many as are held well; empty at the end. */
async function partOf(cursor: Cursor, columns: readonly KnownColumn[], characters: number): Promise<TextRow[]> {
  const part: TextRow[] = []
  for (let held = 0; held < HELD_CHARACTERS / 4 && part.length < ROWS_MAX; ) {
    const document = await cursor.next()
    if (!document) break
    const row = columns.map(({ name }) => mongoText(document[name])?.slice(0, characters) ?? null)
    part.push(row)
    held += charactersOf([row])
  }
  return part
}
