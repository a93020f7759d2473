import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_SOURCES_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { hasMariadb } from '../services/mariadb.ts'
import { hasPostgres } from '../services/postgres.ts'
import { freePort } from '../services/program.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { type SourceDatabases, startSourceDatabases } from '../support/source-databases.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { dataSources, journal, rights } = contract
type Draft = Omit<InputOf<typeof dataSources.create>, 'spaceId'>
const HERE = { OUTSIDE_ALLOW: '127.0.0.1' }
const NOWHERE: Draft = {
  name: 'Lab',
  kind: 'postgresql',
  host: 'db.lab.example',
  port: 5432,
  database: 'lab',
  account: 'reader',
  password: 'secret-of-lab',
}

const { name: _, database: __, ...SERVER } = { ...NOWHERE, kind: 'postgresql' as const }

/** A private space with a senior and a normal member. */
async function scene(env: Record<string, string> = {}) {
  const world = await buildWorld(env)
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const add = (draft: Partial<Draft> = {}, client = owner) =>
    client.data(dataSources.create, { ...NOWHERE, ...draft, spaceId })
  const refusal = async (draft: Partial<Draft>) => {
    const answer = await owner.call(dataSources.test, { ...NOWHERE, ...draft, spaceId })
    return 'error' in answer ? answer.error : null
  }
  return { world, owner, spaceId, add, refusal }
}

describe('refusals', () => {
  test.each<[Who, string]>([
    ['stranger', 'notSignedIn'],
    ['ordinary', 'spaceNotFound'],
    ['normal', 'spaceRightMissing'],
  ])('%s neither sees, adds nor tries a database', async (who, error) => {
    const { world, spaceId, add } = await scene()
    const { id } = await add()
    await (await world.as('owner')).data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['T_EDIT'] })
    const client = await world.as(who)
    const one = { spaceId, id }
    for (const answer of [
      await client.call(dataSources.list, { spaceId }),
      await client.call(dataSources.show, one),
      await client.call(dataSources.create, { ...NOWHERE, spaceId }),
      await client.call(dataSources.edit, { ...NOWHERE, ...one }),
      await client.call(dataSources.remove, one),
      await client.call(dataSources.test, { ...NOWHERE, spaceId }),
      await client.call(dataSources.databases, { ...SERVER, spaceId }),
      await client.call(dataSources.tables, one),
      await client.call(dataSources.look, { ...one, schema: 'a', table: 'b' }),
    ])
      expect(answer).toMatchObject({ error })
  })

  test('a name is taken whatever its case; a database of another space is not there; a list has an end', async () => {
    const { world, owner, spaceId, add } = await scene()
    const { id } = await add()
    expect(await owner.call(dataSources.create, { ...NOWHERE, name: 'LAB', spaceId })).toMatchObject({
      error: 'dataSourceNameTaken',
    })
    const other = await world.space({ name: 'Other', identifier: 'other' })
    expect(await owner.call(dataSources.show, { spaceId: other.id, id })).toMatchObject({ error: 'dataSourceGone' })
    await world.db
      .insertInto('data_source')
      .values(
        Array.from({ length: DATA_SOURCES_MAX - 1 }, (_, at) => ({
          id: crypto.randomUUID(),
          space_id: spaceId,
          name: `n${at}`,
          kind: 'mysql' as const,
          host: 'a',
          port: 1,
          database: 'a',
          account: 'a',
          password: null,
          tls: 'off' as const,
          ca: '',
          comment: '',
          maker_id: world.idOf('owner'),
          created_at: world.clock.now(),
        })),
      )
      .execute()
    expect(await owner.call(dataSources.create, { ...NOWHERE, name: 'more', spaceId })).toMatchObject({
      error: 'dataSourcesTooMany',
    })
  })

  test('who did not add a database changes it only as the owner of the space', async () => {
    const { world, owner, spaceId, add } = await scene()
    const senior = await world.as('senior')
    const { id } = await add()
    const { id: seniors } = await add({ name: 'Seniors' }, senior)
    expect(await senior.call(dataSources.edit, { ...NOWHERE, spaceId, id })).toMatchObject({
      error: 'dataSourceMakerOnly',
    })
    expect(await senior.call(dataSources.remove, { spaceId, id })).toMatchObject({ error: 'dataSourceMakerOnly' })
    await owner.data(dataSources.edit, { ...NOWHERE, name: 'Ours', spaceId, id: seniors })
    await owner.data(dataSources.remove, { spaceId, id: seniors })
    expect((await owner.data(journal.list, { id: spaceId, group: 'space' })).list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['dataSourceAdded', 'dataSourceEdited', 'dataSourceRemoved']),
    )
  })

  test('a password is answered by no operation, and goes to no other place than where its owner sent it', async () => {
    const { world, owner, spaceId, add, refusal } = await scene(HERE)
    const { id } = await add()
    const senior = await world.as('senior')
    const one = { spaceId, id }
    const answers = [
      await owner.call(dataSources.list, { spaceId }),
      await owner.call(dataSources.show, one),
      await owner.call(dataSources.edit, { ...NOWHERE, ...one, password: undefined }),
      await owner.call(journal.list, { id: spaceId }),
    ]
    expect(JSON.stringify(answers)).not.toContain(NOWHERE.password)
    expect(answers[1]).toMatchObject({ data: { hasPassword: true } })
    const { password } = await world.db.selectFrom('data_source').select('password').executeTakeFirstOrThrow()
    expect(password?.toString('latin1')).not.toContain(NOWHERE.password)
    const elsewhere = { ...NOWHERE, ...one, password: undefined, host: '127.0.0.1', tls: 'off' as const }
    expect(await owner.call(dataSources.edit, elsewhere)).toMatchObject({
      error: 'dataSourcePasswordNeeded',
    })
    expect(await senior.call(dataSources.test, elsewhere)).toMatchObject({ error: 'dataSourcePasswordNeeded' })
    const sameServer = { ...NOWHERE, ...one, password: undefined, database: 'payroll' }
    expect(await senior.call(dataSources.test, sameServer)).toMatchObject({ error: 'dataSourceMakerOnly' })
    expect(await owner.call(dataSources.test, sameServer)).not.toMatchObject({ error: 'dataSourceMakerOnly' })
    const other = { ...elsewhere, kind: 'postgresql' as const }
    expect(await owner.call(dataSources.databases, other)).toMatchObject({ error: 'dataSourcePasswordNeeded' })
    expect(await senior.call(dataSources.databases, other)).toMatchObject({ error: 'dataSourceMakerOnly' })
    expect(await refusal({ host: '127.0.0.1', port: await freePort(), tls: 'off' })).toBe('dataSourceClosed')
  })

  test.each([
    'localhost',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '::1',
    '[::ffff:127.0.0.1]',
    '10.1.2.3',
    '169.254.169.254',
    'fe80::1',
  ])('%s is no address of a database, unless the operator allows it', async (host) => {
    const { refusal } = await scene()
    expect(await refusal({ host })).toBe('outsideRefused')
  })

  test('what is no host, port or certificate is refused beside its field; whoever asks too often waits', async () => {
    const { owner, spaceId } = await scene()
    for (const [field, value, words] of [
      ['host', 'http://db.lab', /host name/],
      ['host', 'user@db', /host name/],
      ['port', 0, /whole number/],
      ['ca', 'no certificate', /PEM/],
    ] as const)
      expect(await owner.call(dataSources.create, { ...NOWHERE, spaceId, [String(field)]: value })).toMatchObject({
        error: 'invalid',
        data: expect.stringMatching(words),
      })
    const ask = () => owner.call(dataSources.test, { ...NOWHERE, host: '10.0.0.1', spaceId })
    const answers = await Promise.all(Array.from({ length: 121 }, ask))
    expect(answers.filter((answer) => 'error' in answer && answer.error === 'tooManyRequests')).toHaveLength(1)
  })
})

describe.skipIf(!hasMariadb || !hasPostgres || !hasOpenssl)('real databases', () => {
  let databases: SourceDatabases
  beforeAll(async () => {
    databases = await startSourceDatabases()
  })
  afterAll(() => databases?.stop())
  const kinds = ['postgresql', 'mysql'] as const

  test.each(kinds)('%s: each cause why it is not reached has its name', async (kind) => {
    const { owner, spaceId, refusal } = await scene({ OUTSIDE_ALLOW: '127.0.0.1,nowhere.invalid' })
    const own = { ...databases.drafts[kind], host: '127.0.0.1', tls: 'off' as const }
    expect(await refusal(own)).toBeNull()
    expect(await refusal({ ...own, password: 'wrong' })).toBe('dataSourcePasswordWrong')
    expect(await refusal({ ...own, account: 'nobody' })).toBe('dataSourcePasswordWrong')
    expect(await refusal({ ...own, port: await freePort() })).toBe('dataSourceClosed')
    expect(await refusal({ ...own, host: 'nowhere.invalid' })).toBe('dataSourceHostUnknown')
    expect(await refusal({ ...own, database: 'none' })).toBe(
      kind === 'mysql' ? 'dataSourceForbidden' : 'dataSourceDatabaseGone',
    )
    expect(await refusal({ ...own, tls: 'verified' })).toBe('dataSourceTls')
    expect(await refusal({ ...own, tls: 'verified', ca: databases.other })).toBe('dataSourceTls')
    expect(await refusal({ ...own, tls: 'verified', ca: databases.certificate })).toBeNull()
    expect(await refusal({ ...own, tls: 'required' })).toBeNull()
    expect(await owner.call(dataSources.test, { ...NOWHERE, ...own, spaceId })).toMatchObject({
      data: { version: expect.stringMatching(kind === 'mysql' ? /^MariaDB \d/ : /^PostgreSQL \d/) },
    })
  })

  test.each(kinds)('%s: the databases that the account may use are listed, by no database of its own', async (kind) => {
    const { owner, spaceId } = await scene(HERE)
    await databases.query('create database closed')
    await databases.query('revoke connect on database closed from public')
    const { database: _, ...draft } = databases.drafts[kind]
    const server = { ...draft, host: '127.0.0.1', tls: 'off' as const, spaceId }
    expect(await owner.data(dataSources.databases, server)).toEqual(kind === 'mysql' ? ['lab'] : ['postgres'])
    expect(await owner.call(dataSources.databases, { ...server, password: 'wrong' })).toMatchObject({
      error: 'dataSourcePasswordWrong',
    })
    await databases.query('drop database closed')
  })

  test('a database that says nothing is given up; one that takes too long ends the statement itself', async () => {
    const { owner, spaceId, add, refusal } = await scene(HERE)
    /** The refusal of a look at a view that sleeps. */
    const slow = async (kind: (typeof kinds)[number]) => {
      const { id } = await add({ ...databases.drafts[kind], name: kind, host: '127.0.0.1', tls: 'off' })
      const answer = await owner.call(dataSources.look, { spaceId, id, schema: 'lab', table: 'slow' })
      return 'error' in answer ? answer.error : null
    }
    await databases.query('create view lab.slow as select pg_sleep(60)::text as n')
    await databases.mariadb.query('create view lab.slow as select sleep(60) as n')
    const silent = await openSlowProxy(databases.drafts.postgresql.port, 0)
    silent.silence()
    const own = { ...databases.drafts.postgresql, host: '127.0.0.1', tls: 'off' as const }
    const answers = [refusal({ ...own, port: silent.port }), ...kinds.map(slow)]
    expect(await Promise.all(answers)).toEqual(['dataSourceSlow', 'dataSourceSlow', 'dataSourceSlow'])
    const sleeping = await databases.query("select from pg_stat_activity where wait_event = 'PgSleep'")
    expect(sleeping.rowCount).toBe(0)
    expect(
      await databases.mariadb.query("select id from information_schema.processlist where state = 'User sleep'"),
    ).toEqual([])
    await databases.query('drop view lab.slow')
    await databases.mariadb.query('drop view lab.slow')
    await silent.close()
  })

  test.each(kinds)('%s: tables, views and columns that the account sees, with a sample as it is', async (kind) => {
    const { owner, spaceId, add } = await scene(HERE)
    const { id } = await add({ ...databases.drafts[kind], host: '127.0.0.1', tls: 'off' })
    const one = { spaceId, id }
    const all = await owner.data(dataSources.tables, one)
    expect(all.list.map(({ schema, name, kind: what }) => [schema, name, what])).toEqual([
      ['lab', 'deep', 'view'],
      ['lab', 'many', 'table'],
      ['lab', 'station', 'table'],
    ])
    const first = await owner.data(dataSources.tables, { ...one, size: 1 })
    const rest = await owner.data(dataSources.tables, { ...one, size: 2, after: first.next })
    expect([first, rest].flatMap(({ list }) => list)).toEqual(all.list)
    expect(rest.next).toBeUndefined()
    expect((await owner.data(dataSources.tables, { ...one, q: 'STAT' })).list).toHaveLength(1)
    const { columns, sample } = await owner.data(dataSources.look, { ...one, schema: 'lab', table: 'station' })
    expect(columns.find(({ isKey }) => isKey)?.name).toBe('code')
    expect(Object.fromEntries(columns.map(({ name, cellType }) => [name, cellType]))).toMatchObject({
      code: 'text',
      depth: 'number',
      seen: 'datetime',
      day: 'date',
      big: 'number',
      flag: 'boolean',
      doc: 'text',
    })
    expect(sample).toHaveLength(2)
    expect(sample.find(([code]) => code === 'S1')).toMatchObject({
      1: '东海站',
      2: '12345678901234567890.12345678901234567890',
    })
    const gone = { ...one, schema: 'lab', table: 'none' }
    expect(await owner.call(dataSources.look, gone)).toMatchObject({ error: 'dataSourceTableGone' })
  })

  test.each(kinds)('%s: a session only reads', async (kind) => {
    const { owner, spaceId, add } = await scene(HERE)
    const { id } = await add({ ...databases.drafts[kind], host: '127.0.0.1', tls: 'off' })
    const name =
      kind === 'mysql' ? 'station` where sleep(0); drop table station; -- ' : 'station"; drop table lab.station; --'
    expect(await owner.call(dataSources.look, { spaceId, id, schema: 'lab', table: name })).toMatchObject({
      error: 'dataSourceTableGone',
    })
    const injected = { spaceId, id, q: "x') union select 1, 2, 3, 4 -- \\" }
    expect((await owner.data(dataSources.tables, injected)).list).toEqual([])
    // Nor by a view that writes, of which MariaDB then does not even say the columns.
    const lookAtWriting = () => owner.call(dataSources.look, { spaceId, id, schema: 'lab', table: 'writes' })
    if (kind === 'postgresql') {
      await databases.query(`create view lab.writes as select nextval('lab.touched') as n`)
      expect(await lookAtWriting()).toMatchObject({ error: 'dataSourceFailed' })
      return void (await databases.query('drop view lab.writes'))
    }
    await databases.mariadb.query(
      'create table other.touched (n int)',
      'create function lab.touch() returns int begin insert into other.touched values (1); return 1; end',
      "grant execute on function lab.touch to 'reader'@'%'",
      'create view lab.writes as select lab.touch() as n',
    )
    expect(await lookAtWriting()).toMatchObject({ error: 'dataSourceTableGone' })
    expect(await databases.mariadb.query('select n from other.touched')).toEqual([])
    await databases.mariadb.query('drop view lab.writes', 'drop function lab.touch', 'drop table other.touched')
  })
})
