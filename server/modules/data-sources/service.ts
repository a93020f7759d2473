import * as z from 'zod/mini'
import { DATA_SOURCES_MAX, DATABASES_LISTED_MAX, SOURCE_SAMPLE_ROWS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import {
  type DatabaseKind,
  type DataSource,
  type dataSources,
  isFileKind,
  type SourceColumn,
  type SourceTable,
} from '#contract/data-sources.ts'
import type { JournalAction } from '#contract/journal.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { rateLimitOf } from '#server/http/rate-limit.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { askingSignal } from '#server/storage/asking.ts'
import type { Bus } from '#server/storage/bus.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { addressOf, isSentElsewhere, type Passwords, type Sent } from './address.ts'
import { databasesOf } from './drivers/databases.ts'
import { withSession } from './drivers/index.ts'
import type { KnownColumn, SourceSession } from './drivers/session.ts'
import { demandAccount, type SourceFiles } from './files/index.ts'
import type { DataSourceStore, SourceRow } from './store.ts'

/** Characters of a text of a sample (our choice). */
const SAMPLE_CHARACTERS = 200

type Needs = {
  bus: Bus
  store: DataSourceStore
  spaces: Pick<SpaceService, 'demand' | 'change'>
  journal: Journal
  passwords: Passwords
  files: Pick<SourceFiles, 'test' | 'tables' | 'look'>
  config: Pick<Config, 'outside'>
  /** Limits how often one person asks databases. */
  asks: ReturnType<typeof rateLimitOf>
  now: () => Date
  newId: () => string
}
type One = { spaceId: string; id: string }

/** Its creator and the owner of the space can change a data source; everyone who may create tables can read from it. */
export function demandMaker(actor: SignedIn, row: { maker_id: string }, space: { ownerId: string }): void {
  if (actor.id !== row.maker_id && actor.id !== space.ownerId) throw new Failure('dataSourceMakerOnly')
}

/** Databases that a space reads from: what is known of them, and looks into them. */
export function dataSourceService({ bus, store, spaces, journal, passwords, files, config, asks, now, newId }: Needs) {
  async function list({ spaceId, ...query }: ParsedOf<typeof dataSources.list>, { actor }: ByActor) {
    const { id } = await spaces.demand(spaceId, actor, 'dataSource.use')
    return store.page(id, query)
  }

  async function show({ spaceId, id }: One, { actor }: ByActor): Promise<DataSource> {
    const space = await spaces.demand(spaceId, actor, 'dataSource.use')
    const found = await store.one(space.id, id)
    if (!found) throw new Failure('dataSourceGone')
    return found
  }

  /** Throws dataSourceGone. */
  async function rowOf(spaceId: string, id: string, tx?: Tx): Promise<SourceRow> {
    const row = await store.row(spaceId, id, tx)
    if (!row) throw new Failure('dataSourceGone')
    return row
  }

  type Change = { actor: SignedIn; action: JournalAction; run: (tx: Tx, ownerId: string) => Promise<string> }
  /** Changes the list of a space; `run` answers the name for the journal. */
  const change = ({ spaceId, id }: One, { actor, action, run }: Change): Promise<void> =>
    spaces.change(spaceId, actor, 'dataSource.use', async (tx, space) => {
      const name = await run(tx, space.owner_id)
      await journal.record(tx, [{ spaceId, action, doer: actor, item: { id, name } }])
      await publishSpaceChange(bus, spaceId, tx)
    })

  async function create(input: ParsedOf<typeof dataSources.create>, by: ByActor): Promise<DataSource> {
    const { spaceId, password, ...draft } = input
    const id = newId()
    await change(
      { spaceId, id },
      {
        actor: by.actor,
        action: 'dataSourceAdded',
        run: async (tx) => {
          if ((await store.countIn(tx, spaceId)) >= DATA_SOURCES_MAX)
            throw new Failure('dataSourcesTooMany', { values: { max: DATA_SOURCES_MAX } })
          demandAccount(draft)
          const own = { id, space_id: spaceId, maker_id: by.actor.id, created_at: now() }
          await store.insert(tx, { ...own, ...draft, password: passwords.close(id, password) })
          return draft.name
        },
      },
    )
    return show({ spaceId, id }, by)
  }

  /** The password to use: the one that was entered, else the stored one, which is only sent to its own address. */
  function passwordFor(before: SourceRow, draft: Sent, typed: string | undefined): string {
    if (typed !== undefined) return typed
    if (before.password && isSentElsewhere(before, draft)) throw new Failure('dataSourcePasswordNeeded')
    return passwords.open(before)
  }

  type Trying = { typed: string | undefined; actor: SignedIn; ownerId: string }
  /** The password to try settings with. With the stored one, others reach only the database that its maker chose. */
  function passwordOf(
    before: SourceRow,
    sent: Sent & { database?: string },
    { typed, actor, ownerId }: Trying,
  ): string {
    if (typed === undefined && before.database !== sent.database) demandMaker(actor, before, { ownerId })
    return passwordFor(before, sent, typed)
  }

  async function edit(input: ParsedOf<typeof dataSources.edit>, by: ByActor): Promise<DataSource> {
    const { spaceId, id, password: typed, ...draft } = input
    await change(
      { spaceId, id },
      {
        actor: by.actor,
        action: 'dataSourceEdited',
        run: async (tx, ownerId) => {
          const before = await rowOf(spaceId, id, tx)
          demandMaker(by.actor, before, { ownerId })
          demandAccount(draft)
          const password = passwords.close(id, passwordFor(before, draft, typed))
          await store.update(tx, { ...before, ...draft, password })
          return draft.name
        },
      },
    )
    return show({ spaceId, id }, by)
  }

  async function remove({ spaceId, id }: One, { actor }: ByActor): Promise<null> {
    const run = async (tx: Tx, ownerId: string) => {
      const row = await rowOf(spaceId, id, tx)
      demandMaker(actor, row, { ownerId })
      await store.remove(tx, id)
      return row.name
    }
    await change({ spaceId, id }, { actor, action: 'dataSourceRemoved', run })
    return null
  }

  async function test(input: ParsedOf<typeof dataSources.test>, { actor }: ByActor) {
    const { spaceId, id, password: typed, ...draft } = input
    const space = await spaces.demand(spaceId, actor, 'dataSource.use')
    asks.take(actor.id)
    const before = id === undefined ? null : await rowOf(space.id, id)
    const password = before ? passwordOf(before, draft, { typed, actor, ownerId: space.owner_id }) : (typed ?? '')
    demandAccount(draft)
    const { kind } = draft
    if (isFileKind(kind)) return { version: await files.test({ ...draft, password }) }
    const address = await addressOf({ ...draft, kind }, password, config.outside)
    return { version: await withSession(address, askingSignal(), (session) => session.version()) }
  }

  async function databases(input: ParsedOf<typeof dataSources.databases>, { actor }: ByActor): Promise<string[]> {
    const { spaceId, id, password: typed, ...server } = input
    const space = await spaces.demand(spaceId, actor, 'dataSource.use')
    asks.take(actor.id)
    const before = id === undefined ? null : await rowOf(space.id, id)
    const password = before ? passwordOf(before, server, { typed, actor, ownerId: space.owner_id }) : (typed ?? '')
    demandAccount(server)
    const address = await addressOf({ ...server, database: '' }, password, config.outside)
    return databasesOf({ ...address, kind: server.kind }, askingSignal(), DATABASES_LISTED_MAX)
  }

  /** A data source of a space that the caller may browse now. */
  async function askedOf({ spaceId, id }: One, actor: SignedIn): Promise<SourceRow> {
    const space = await spaces.demand(spaceId, actor, 'dataSource.use')
    const row = await rowOf(space.id, id)
    asks.take(actor.id)
    return row
  }

  async function lookInto<T>(row: SourceRow, kind: DatabaseKind, work: (session: SourceSession) => Promise<T>) {
    const address = await addressOf({ ...row, kind }, passwords.open(row), config.outside)
    return withSession(address, askingSignal(), work)
  }

  async function tables({ q = '', after, size, ...one }: ParsedOf<typeof dataSources.tables>, { actor }: ByActor) {
    const key = after ? decodeCursor(after, z.tuple([part.text, part.text])) : null
    const row = await askedOf(one, actor)
    const { kind } = row
    const found = isFileKind(kind)
      ? sheetsOf(await files.tables(row), { q, after: key?.[1] ?? null, size: size + 1 })
      : await lookInto(row, kind, (session) => session.tables({ q, after: key, size: size + 1 }))
    const shown = found.slice(0, size)
    const last = shown.at(-1)
    return { list: shown, ...(found.length > size && last && { next: encodeCursor([last.schema, last.name]) }) }
  }

  async function look({ schema, table, ...one }: ParsedOf<typeof dataSources.look>, { actor }: ByActor) {
    const row = await askedOf(one, actor)
    const { kind } = row
    if (isFileKind(kind)) return files.look(row, { schema, table, characters: SAMPLE_CHARACTERS })
    return lookInto(row, kind, async (session) => {
      const known = await session.columns({ schema, table })
      if (!known.length) throw new Failure('dataSourceTableGone')
      const first = { at: { schema, table }, columns: known, filters: [], characters: SAMPLE_CHARACTERS }
      const sample = await session.sample(first, SOURCE_SAMPLE_ROWS)
      return { columns: known.map(shown), sample }
    })
  }

  return { list, show, create, edit, remove, test, databases, tables, look, rowOf }
}
export type DataSourceService = ReturnType<typeof dataSourceService>

/** A page of sheets after the given one. */
function sheetsOf(all: readonly SourceTable[], { q, after, size }: { q: string; after: string | null; size: number }) {
  const begin = after === null ? 0 : all.findIndex(({ name }) => name === after) + 1
  const fits = ({ name }: SourceTable) => name.toLowerCase().includes(q.toLowerCase())
  return all.slice(begin).filter(fits).slice(0, size)
}

const shown = ({ shape: _, bits: __, ...column }: KnownColumn): SourceColumn => column
