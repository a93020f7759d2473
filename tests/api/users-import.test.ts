import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FailureBody } from '#contract/core/envelope.ts'
import { CONFIRM_MS, IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { ImportResult, sheetColumns } from '#contract/users.ts'
import { textOf } from '#server/http/texts.ts'
import { parseSheet } from '#server/sheets/parse.ts'
import { xlsxStream } from '#server/sheets/write-xlsx.ts'
import { newId } from '#server/storage/id.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, GROUPS, hasSlapd, startSlapd } from '../services/slapd.ts'
import type { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { messages, methods, users, session, signIn } = contract

async function send(client: Client, sheet: string | Buffer, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob([typeof sheet === 'string' ? sheet : new Uint8Array(sheet)]), 'users')
  return client.fetch('/api/users-import', { method: 'POST', body })
}
async function refusal(client: Client, sheet: string | Buffer, fields?: Record<string, string>) {
  return FailureBody.parse(await (await send(client, sheet, fields)).json())
}
async function bring(client: Client, sheet: string | Buffer, isDryRun = 'false', roles = 'apply') {
  const { data } = (await (await send(client, sheet, { isDryRun, roles })).json()) as { data: unknown }
  return ImportResult.parse(data)
}
const workbook = async (headings: string[], rows: string[][]) =>
  Buffer.concat(
    await Array.fromAsync(
      (await xlsxStream(
        { name: 'users', headings },
        (async function* () {
          yield* rows
        })(),
      )) as AsyncIterable<Buffer>,
    ),
  )
const cellsOf = async (bytes: Buffer) => {
  const parsed = await parseSheet(bytes, { rows: 1_000_000, columns: 50 })
  return 'rows' in parsed ? parsed.rows.map(({ cells }) => cells) : parsed.refusal
}
const count = async (world: World, table: 'person' | 'mail' | 'link' | 'audit') => {
  const { n } = await world.db.selectFrom(table).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return n
}
/** What a rehearsal must leave alone. */
const traces = async (world: World) =>
  Promise.all((['person', 'mail', 'link', 'audit'] as const).map((table) => count(world, table)))
const head = 'emailAccounts,name,orgChineseName,role\n'
const many = (length: number) => Array.from({ length }, (_, i) => `p${i}@sea.test,Person ${i},Sea lab,\n`).join('')

describe('POST /users-import', () => {
  test.each<[what: string, sheet: string | Buffer, error: string]>([
    ['that is empty', '', 'sheetEmpty'],
    ['that is no sheet', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'sheetUnreadable'],
    ['that is an archive cut short', Buffer.from('PK\u0003\u0004 and no more'), 'sheetUnreadable'],
    ['without a heading', 'wei@lab.test,Wei,Sea lab\n', 'sheetHeading'],
    ['that lacks a column', 'emailAccounts,name\nwei@lab.test,Wei\n', 'sheetHeading'],
    ['with a row too many', head + many(IMPORT_ROWS_MAX + 1), 'sheetTooLong'],
    ['that is too large', `${head}${'x'.repeat(IMPORT_BYTES_MAX)}`, 'tooLarge'],
  ])('a file %s is refused', async (_what, sheet, error) => {
    const world = await buildWorld()
    const before = await count(world, 'person')
    expect(await refusal(await world.as('admin'), sheet, { isDryRun: 'false' })).toMatchObject({ error })
    expect(await count(world, 'person')).toBe(before)
  })

  test('a file whose name the database cannot store is refused, also where it is only named in the log', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const body = new FormData()
    body.append('isDryRun', 'false')
    body.append('file', new File([`${head}wei@lab.test,Wei,Sea lab,\n`], 'a\0b.csv'))
    const response = await admin.fetch('/api/users-import', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ error: 'invalid' })
    expect(await world.db.selectFrom('person').select('id').where('email', '=', 'wei@lab.test').execute()).toEqual([])
  })

  test('a workbook that unpacks to more than a sheet can hold is refused', async () => {
    const admin = await (await buildWorld()).as('admin')
    const bomb = await workbook(
      ['邮箱', '姓名', '单位'],
      Array.from({ length: 11_000 }, () => ['x'.repeat(5000)]),
    )
    expect(bomb.length).toBeLessThan(IMPORT_BYTES_MAX)
    expect(await refusal(admin, bomb)).toMatchObject({ error: 'sheetUnreadable' })
  })

  test('a form without a file is refused, and so is one that says no clear word', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const response = await admin.fetch('/api/users-import', { method: 'POST', body: new FormData() })
    expect(response.status).toBe(400)
    expect(await refusal(admin, `${head}a@b.test,A,B\n`, { isDryRun: 'perhaps' })).toMatchObject({ error: 'invalid' })
  })

  test('columns that are missing are named in the caller’s language', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect((await refusal(admin, 'role,姓名\nx,y\n')).message).toContain('Email, Organisation')
    admin.language = 'zh'
    expect((await refusal(admin, 'role,name\nx,y\n')).message).toContain('邮箱、单位')
  })

  test('rows with problems say which field and why, the others come in', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const rows = [
      'wei@lab.test,Wei,Sea lab,',
      'nowhere,Wei,Sea lab,',
      ',Wei,Sea lab,',
      'one@lab.test,,,',
      'two@lab.test,A<b>,Sea lab,boss',
      'WEI@lab.test,Wei,Sea lab,',
      '',
      'name@example.org,Example,Example,',
      'admin@lab.test,,,role_general',
      'owner@lab.test,,,boss',
    ]
    const sheet = `${head}${rows.join('\n')}\n`
    const rehearsed = await bring(admin, sheet, 'true')
    const wrong = rehearsed.rows.map(({ row, outcome, problems }) => [
      row,
      outcome,
      ...problems.map(({ field }) => field).sort(),
    ])
    expect(wrong).toEqual([
      [2, 'create'],
      [3, 'error', 'emailAccounts'],
      [4, 'error', 'emailAccounts'],
      [5, 'error', 'name', 'orgChineseName'],
      [6, 'error', 'name', 'role'],
      [7, 'error', 'emailAccounts'],
      [10, 'error', 'role'],
      [11, 'error', 'role'],
    ])
    expect(rehearsed.rows[5]?.problems[0]?.message).toBe('Row 2 already has this email')
    const problemOf = (row: number, field: string) =>
      rehearsed.rows.find((one) => one.row === row)?.problems.find((one) => one.field === field)?.message
    expect(problemOf(6, 'role')).toBe('Unknown role. Use one of: Ordinary user, Advanced user or Administrator.')
    expect(problemOf(6, 'name')).toContain('Enter a name of')
    expect(rehearsed.rows[6]?.problems[0]?.message).toBe('You can’t change your own role')
    expect(rehearsed.rows.every(({ problems }) => problems.every(({ message }) => message !== ''))).toBe(true)
    const done = await bring(admin, sheet)
    expect(done).toEqual({ ...rehearsed, isDryRun: false })
    expect(done.counts).toEqual({ create: 1, update: 0, same: 0, error: 7 })
    expect(await count(world, 'person')).toBe(6)
  })

  test('a rehearsal, which is what happens unless it is said otherwise, leaves no trace', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const before = await traces(world)
    const response = await send(admin, `${head}wei@lab.test,Wei,Sea lab,\nowner@lab.test,Olive,,role_general\n`)
    expect(await response.json()).toMatchObject({ data: { isDryRun: true, counts: { create: 1, update: 1 } } })
    expect(await traces(world)).toEqual(before)
  })

  test('new people are invited by mail and wait for it', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await bring(admin, `${head}wei@lab.test,林蔚,湖泊研究所,高级用户\n`)
    const { list } = await admin.data(users.list, { q: 'wei@lab.test' })
    expect(list).toMatchObject([
      {
        name: '林蔚',
        role: 'role_senior',
        roleSource: 'administrator',
        state: 'invited',
        joinMethod: 'import',
        hasPassword: false,
      },
    ])
    const mail = await world.db
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', 'wei@lab.test')
      .executeTakeFirst()
    expect(mail).toMatchObject({ kind: 'invitation', details: { name: '林蔚', hours: 72, inviter: 'Ada Admin' } })
    const link = await world.db.selectFrom('link').selectAll().executeTakeFirst()
    expect(link).toMatchObject({ kind: 'invitation', person_id: list[0]?.id })
    const entry = await world.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'usersImported')
      .executeTakeFirst()
    expect(entry?.after).toEqual({ source: 'users', created: 1, changed: 0, skipped: 0 })
  })

  test('who is there already is changed or stays the same; an empty cell changes nothing', async () => {
    const world = await buildWorld()
    const [admin, ordinary] = await Promise.all([world.as('admin'), world.as('ordinary')])
    await world.db.updateTable('person').set({ role_source: 'suffix', unit: 'Sea lab', phone: '13800138000' }).execute()
    const sheet = [
      '邮箱,姓名,telephone,角色,单位',
      'OWNER@lab.test,Olive Owner,,高级用户,Sea lab',
      'ordinary@lab.test,Otto Other,,Advanced user,',
      'normal@lab.test,,13800138001,,',
    ].join('\n')
    const { rows, counts } = await bring(admin, sheet)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['same', 'update', 'update'])
    expect(counts).toEqual({ create: 0, update: 2, same: 1, error: 0 })
    const userOf = async (q: string) => (await admin.data(users.list, { q })).list[0]
    expect(await userOf('owner@lab.test')).toMatchObject({ emailAccounts: 'owner@lab.test', roleSource: 'suffix' })
    expect(await userOf('ordinary@lab.test')).toMatchObject({
      name: 'Otto Other',
      role: 'role_senior',
      roleSource: 'administrator',
      orgChineseName: 'Sea lab',
      telephone: '13800138000',
    })
    expect(await userOf('normal@lab.test')).toMatchObject({
      name: '常小米',
      telephone: '13800138001',
      roleSource: 'suffix',
    })
    expect(await ordinary.data(session.current, {})).toMatchObject({ name: 'Otto Other', roles: ['role_senior'] })
    const told = (await ordinary.data(messages.list, {})).list.map(({ content }) => content)
    expect(told).toEqual(['Your role on this site changed from “Ordinary user” to “Advanced user”.'])
    expect((await (await world.as('normal')).data(messages.list, {})).list).toEqual([])
    const roles = await world.db.selectFrom('audit').selectAll().where('action', '=', 'roleChanged').execute()
    expect(roles).toMatchObject([
      { target_name: 'Otto Other', before: { role: 'role_general' }, after: { role: 'role_senior' } },
    ])
  })

  test('a rehearsal tells the old and the new value of each field; roles may be left as they are', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const sheet = [
      '邮箱,姓名,单位,角色',
      'owner@lab.test,Olive Oliver,Sea lab,普通用户',
      'normal@lab.test,,,Advanced user',
      'wei@lab.test,Wei,Sea lab,高级用户',
    ].join('\n')
    const before = await admin.data(users.list, { q: 'owner@lab.test' })
    const { name = '', orgChineseName = '' } = before.list[0] ?? {}
    const told = [
      { field: 'name', before: name, after: 'Olive Oliver' },
      { field: 'orgChineseName', before: orgChineseName, after: 'Sea lab' },
    ]
    const [first, second, third] = (await bring(admin, sheet, 'true')).rows
    expect(first?.changes).toEqual([...told, { field: 'role', before: 'role_senior', after: 'role_general' }])
    expect(second?.changes).toEqual([{ field: 'role', before: 'role_general', after: 'role_senior' }])
    expect(third?.changes).toEqual([{ field: 'role', before: '', after: 'role_senior' }])
    const kept = await bring(admin, sheet, 'true', 'keep')
    expect(kept.rows.map(({ outcome, changes }) => [outcome, changes])).toEqual([
      ['update', told],
      ['same', []],
      ['create', []],
    ])
    expect(await bring(admin, sheet, 'false', 'keep')).toEqual({ ...kept, isDryRun: false })
    const roleOf = async (q: string) => (await admin.data(users.list, { q })).list[0]?.role
    expect(await roleOf('owner@lab.test')).toBe('role_senior')
    expect(await roleOf('normal@lab.test')).toBe('role_general')
    expect(await roleOf('wei@lab.test')).toBe('role_general')
  })

  test('new administrators are told by the rehearsal, and only made by who proved lately who they are', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const sheet = `${head}boss@lab.test,Boss,Sea lab,管理员\n`
    const role = { field: 'role', before: '', after: 'role_admin' }
    const rehearsed = await bring(admin, sheet, 'true')
    expect(rehearsed.rows).toMatchObject([{ outcome: 'create', changes: [role] }])
    world.clock.advance(CONFIRM_MS + 1000)
    expect(await refusal(admin, sheet, { isDryRun: 'false' })).toMatchObject({ error: 'confirmNeeded' })
    await admin.data(contract.account.confirm, { password: PASSWORD })
    expect((await bring(admin, sheet)).rows).toMatchObject([{ outcome: 'create', changes: [role] }])
  })

  test('each account has its entries in the audit log, and is found there by its address', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const rows = 'boss@lab.test,Boss,Sea lab,管理员\nnormal@lab.test,Mia,,高级用户\n'
    await bring(admin, head + rows)
    const of = async (q: string) => (await admin.data(contract.audit.list, { q })).list
    expect(await of('boss@lab')).toMatchObject([
      {
        action: 'userCreated',
        target: { name: 'Boss', emailAccounts: 'boss@lab.test' },
        after: { role: 'role_admin', orgChineseName: 'Sea lab' },
      },
    ])
    expect(await of('normal@lab.test')).toMatchObject([
      { action: 'roleChanged', before: { role: 'role_general' }, after: { role: 'role_senior' } },
      { action: 'userChanged', before: { name: '常小米' }, after: { name: 'Mia' } },
    ])
    const { list } = await admin.data(contract.audit.list, { action: 'usersImported' })
    expect(list.map(({ after }) => after)).toEqual([{ source: 'users', created: 1, changed: 1, skipped: 0 }])
    const csv = await (await admin.fetch('/api/audit/export?q=boss@lab.test')).text()
    expect(csv).toContain('role_admin')
  })

  test('new people get their mails in the language that was chosen for them, by default that of the administrator', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const row = (name: string) => `${head}${name}@lab.test,${name},Sea lab,\n`
    expect((await send(admin, row('wei'), { isDryRun: 'false', language: 'zh' })).status).toBe(200)
    expect((await send(admin, row('mia'), { isDryRun: 'false' })).status).toBe(200)
    const draft = { name: 'Lin', orgChineseName: 'Lab', role: 'role_general' } as const
    await admin.data(users.create, { ...draft, emailAccounts: 'lin@lab.test', language: 'zh' })
    const languageOf = async (name: string) => {
      const email = `${name}@lab.test`
      const person = world.db.selectFrom('person').select('language').where('email', '=', email)
      const mail = world.db.selectFrom('mail').select('language').where('recipient', '=', email)
      return [(await person.executeTakeFirst())?.language, (await mail.executeTakeFirst())?.language]
    }
    expect(await Promise.all(['wei', 'mia', 'lin'].map(languageOf))).toEqual([
      ['zh', 'zh'],
      ['en', 'en'],
      ['zh', 'zh'],
    ])
  })

  test('an account that was merged into another one is not brought back', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const pair = { id: world.idOf('normal'), intoId: world.idOf('senior') }
    await admin.data(contract.accountMerges.merge, { ...pair, emailAccounts: 'normal@lab.test' })
    const { counts, rows } = await bring(admin, `${head}normal@lab.test,Mia,Sea lab,\n`)
    expect(counts).toEqual({ create: 0, update: 0, same: 0, error: 1 })
    expect(rows[0]?.problems).toEqual([{ field: 'emailAccounts', message: textOf('en', 'users.import.merged') }])
  })

  test('nobody changes their own role by a sheet, so that one administrator always remains', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await world.db.updateTable('person').set({ role: 'role_admin' }).where('email', '=', 'senior@lab.test').execute()
    const sheet = `${head}admin@lab.test,,,role_general\nsenior@lab.test,,,role_general\n`
    const rehearsed = await bring(admin, sheet, 'true')
    expect(rehearsed.rows.map(({ outcome, problems }) => [outcome, problems])).toEqual([
      ['error', [{ field: 'role', message: textOf('en', 'users.import.roleOwn') }]],
      ['update', []],
    ])
    expect((await bring(admin, sheet)).rows).toEqual(rehearsed.rows)
  })

  test('two at once make each account once', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const sheet = head + many(600)
    const [first, second] = await Promise.all([bring(admin, sheet), bring(admin, sheet)])
    expect(first.counts.create + second.counts.create).toBe(600)
    expect(await count(world, 'person')).toBe(605)
    expect(await count(world, 'mail')).toBe(600)
  })

  test.each(['GB18030', 'UTF-8 with a byte order mark', '.xlsx', '.xlsx in English'])(
    'a sheet in %s is read',
    async (kind) => {
      const world = await buildWorld()
      const admin = await world.as('admin')
      const gbk = 'd3cacfe42cd0d5c3fb2cb5a5cebb0a776569406c61622e746573742cc1d6cebb2cb5a5cebb0a'
      const sheets: Record<string, string | Buffer> = {
        GB18030: Buffer.from(gbk, 'hex'),
        'UTF-8 with a byte order mark': '\uFEFF邮箱,姓名,单位\r\nwei@lab.test,林位,单位\r\n',
        '.xlsx': await workbook(['* 邮箱', '姓名', '单位'], [['wei@lab.test', '林位', '单位']]),
        '.xlsx in English': await workbook(['e-mail', 'NAME', 'Organisation', 'x'], [['wei@lab.test', '林位', '单位']]),
      }
      const { rows } = await bring(admin, sheets[kind] ?? '')
      expect(rows).toEqual([
        { row: 2, emailAccounts: 'wei@lab.test', name: '林位', outcome: 'create', problems: [], changes: [] },
      ])
    },
  )

  // It comes in twice, which is a minute and more where others work too.
  test('the largest sheet comes in while others are served', inFull, async () => {
    const world = await buildWorld()
    const [admin, ordinary] = await Promise.all([world.as('admin'), world.as('ordinary')])
    const busyMs: number[] = []
    let isDone = false
    const rows = Array.from({ length: IMPORT_ROWS_MAX }, (_, i) => [
      `p${i}@sea.test`,
      `人员 ${i}`,
      '海洋研究所',
      '普通用户',
    ])
    const sheet = await workbook(['邮箱', '姓名', '单位', '角色'], rows)
    const importing = bring(admin, sheet).finally(() => void (isDone = true))
    while (!isDone) {
      // What the thread that serves works before it answers, and not what a machine that is busy with others adds.
      const began = process.threadCpuUsage()
      await ordinary.data(session.current, {})
      const { user, system } = process.threadCpuUsage(began)
      busyMs.push((user + system) / 1000)
    }
    expect((await importing).counts).toEqual({ create: IMPORT_ROWS_MAX, update: 0, same: 0, error: 0 })
    expect(await count(world, 'link')).toBe(IMPORT_ROWS_MAX)
    // Nobody waited for the work of more than a part of it, on a machine of any speed.
    const wholeMs = busyMs.reduce((sum, one) => sum + one, 0)
    expect(Math.max(...busyMs)).toBeLessThan(wholeMs / 4)
    // Nobody waited for the end of it.
    expect(busyMs.length).toBeGreaterThan(20)
    const again = await bring(admin, sheet)
    expect(again.counts).toEqual({ create: 0, update: 0, same: IMPORT_ROWS_MAX, error: 0 })
  })
})

describe('GET /users-template', () => {
  test('is a sheet with headings and an example that is no account', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const response = await admin.send(users.template, {})
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="users.xlsx"')
    const bytes = Buffer.from(await response.arrayBuffer())
    const [headings, example] = (await cellsOf(bytes)) as string[][]
    expect(headings).toEqual(sheetColumns.map((column) => textOf('en', `users.columns.${column}`)))
    expect(example).toHaveLength(9)
    expect(await bring(admin, bytes)).toMatchObject({ rows: [], counts: { create: 0 } })
    const filled = await workbook(headings ?? [], [['wei@lab.test', ...(example ?? []).slice(1)]])
    expect(await bring(admin, filled)).toMatchObject({ counts: { create: 1, error: 0 } })
  })

  test('speaks the caller’s language', async () => {
    const admin = await (await buildWorld()).as('admin')
    admin.language = 'zh'
    const bytes = Buffer.from(await (await admin.send(users.template, {})).arrayBuffer())
    expect((await cellsOf(bytes))[0]).toEqual(sheetColumns.map((column) => textOf('zh', `users.columns.${column}`)))
  })
})

describe('GET /users-export', () => {
  test('holds the accounts of the filter, whose formulas are text, and can be brought in again', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await world.db.updateTable('person').set({ unit: '湖泊, 研究所', introduction: '=HYPERLINK("x")' }).execute()
    for (const format of ['csv', 'xlsx'] as const) {
      const response = await admin.send(users.export, { format, role: 'role_senior' })
      const day = world.clock.now().toISOString().slice(0, 10)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="users-${day}.${format}"`)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (format === 'csv') {
        expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
        expect(bytes.toString()).toContain(`"'=HYPERLINK(""x"")"`)
      }
      const [headings, ...rows] = (await cellsOf(bytes)) as string[][]
      expect([headings, ...rows.toSorted()]).toEqual([
        expect.arrayContaining(['Email', 'Role', 'Status', 'Two-step verification', 'Owned spaces', 'Last sign-in']),
        expect.arrayContaining([
          'owner@lab.test',
          'Advanced user',
          '湖泊, 研究所',
          '=HYPERLINK("x")',
          'Active',
          'Off',
          '0',
        ]),
        expect.arrayContaining(['senior@lab.test', '申大为']),
      ])
      expect((await bring(admin, bytes)).counts).toEqual({ create: 0, update: 0, same: 2, error: 0 })
    }
    const entries = await world.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'usersExported')
      .orderBy('number')
      .execute()
    expect(entries.map(({ after }) => after)).toEqual([
      { format: 'csv', role: 'role_senior' },
      { format: 'xlsx', role: 'role_senior' },
    ])
  })

  test('goes beyond a page', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await world.db
      .insertInto('person')
      .values(
        Array.from({ length: 2500 }, (_, i) => ({
          id: newId(),
          email: `p${i}@sea.test`,
          name: `P ${i}`,
          role: 'role_general' as const,
          password_hash: null,
          disabled_at: null,
          locked_at: null,
          last_sign_in_at: null,
        })),
      )
      .execute()
    for (const format of ['csv', 'xlsx'] as const) {
      const bytes = Buffer.from(await (await admin.send(users.export, { format })).arrayBuffer())
      const rows = (await cellsOf(bytes)) as string[][]
      expect(new Set(rows.map(([email]) => email)).size).toBe(2506)
    }
    const one = Buffer.from(await (await admin.send(users.export, { q: 'p2499@' })).arrayBuffer())
    expect(await cellsOf(one)).toHaveLength(2)
  })
})

describe.skipIf(!hasSlapd)('POST /users-import/directory', () => {
  let slapd: Awaited<ReturnType<typeof startSlapd>>
  beforeAll(async () => {
    slapd = await startSlapd()
  })
  afterAll(() => slapd?.stop())

  /** A world whose people sign in by a directory. */
  async function scene(config: Record<string, unknown> = {}) {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const draft = {
      kind: 'ldap' as const,
      name: { zh: '院内目录', en: 'Institute' },
      isOn: true,
      config: {
        url: `ldap://127.0.0.1:${slapd.port}`,
        bindDn: ADMIN_DN,
        baseDn: BASE,
        userFilter: '(|(uid={username})(mail={username}))',
        roleRules: [{ group: `cn=researchers,${GROUPS}`, role: 'role_senior' }],
        ...config,
      },
      secrets: { bindPassword: ADMIN_PASSWORD },
    }
    const { id: methodId } = await admin.data(methods.create, draft)
    const wish = { methodId, filter: '(uid=*si)', org: 'Institute of Limnology' }
    const look = (more: object = {}) => admin.call(users.importDirectory, { ...wish, ...more })
    const bring = (more: object = {}) => admin.data(users.importDirectory, { ...wish, isDryRun: false, ...more })
    return { world, admin, draft, methodId, look, bring }
  }

  test('is refused for a method that is none, a filter that is none, too many people, and a directory that is away', async () => {
    const { admin, draft, look, methodId } = await scene()
    expect(await look({ methodId: newId() })).toMatchObject({ error: 'methodOff' })
    for (const filter of ['(uid=*', 'uid', '(uid=a))(uid=b', '(uid=a)(uid=b)', '(&)x'])
      expect(await look({ filter }), filter).toMatchObject({ error: 'directoryFilterWrong' })
    expect(await look({ filter: '' })).toMatchObject({ error: 'directoryTooLong' })
    const config = { ...draft.config, url: 'ldap://127.0.0.1:9' }
    const secrets = { bindPassword: ADMIN_PASSWORD }
    await admin.data(methods.update, { ...draft, id: methodId, config, secrets })
    expect(await look()).toMatchObject({
      error: 'directoryUnreadable',
      message: expect.stringContaining(textOf('en', 'methods.advice.refused')),
    })
  })

  test('is for administrators who proved lately who they are', async () => {
    const { world, methodId, look } = await scene()
    const owner = await world.as('owner')
    expect(await owner.call(users.importDirectory, { methodId })).toMatchObject({ status: 403 })
    world.clock.advance(CONFIRM_MS + 1000)
    expect(await look()).toMatchObject({ error: 'confirmNeeded' })
  })

  test('a rehearsal tells what would become of each, and leaves no trace', async () => {
    const { world, look } = await scene()
    const before = await traces(world)
    const answer = (await look({ filter: '(|(uid=zhangsan)(uid=lisi)(uid=twin*)(uid=mute))' })) as unknown as {
      data: ImportResult
    }
    expect(answer.data.counts).toEqual({ create: 3, update: 0, same: 0, error: 2 })
    expect(await traces(world)).toEqual(before)
  })

  test('new people are active, sign in with the directory, get the role of its groups and no email', async () => {
    const { world, bring, methodId, admin } = await scene()
    const mails = await count(world, 'mail')
    const people = '(|(uid=zhangsan)(uid=lisi))'
    expect((await bring({ filter: people })).counts).toMatchObject({ create: 2 })
    expect(await count(world, 'mail')).toBe(mails)
    const found = (await admin.data(users.list, { q: 'example.org' })).list
    expect(
      found
        .map(({ name, role, state, joinMethod, orgChineseName, methods: kinds }) => [
          name,
          role,
          state,
          joinMethod,
          orgChineseName,
          kinds,
        ])
        .toSorted(),
    ).toEqual([
      ['Li Si', 'role_general', 'active', 'ldap', 'Institute of Limnology', ['ldap']],
      ['张三', 'role_senior', 'active', 'ldap', '计算所', ['ldap']],
    ])
    const visitor = await world.as('stranger')
    await visitor.data(signIn.directory, { methodId, username: 'lisi', password: 'Lisi-2026' })
    expect(await visitor.data(session.current, {})).toMatchObject({ name: 'Li Si' })
    expect((await bring({ filter: people })).counts).toEqual({ create: 0, update: 0, same: 2, error: 0 })
  })

  test('who is here already is changed, found by the entry even under another address, and never bound', async () => {
    const { world, bring, admin } = await scene()
    await bring({ filter: '(uid=lisi)' })
    await world.db
      .updateTable('person')
      .set({ email: 'si@lab.test', name: 'L. S.' })
      .where('email', '=', 'lisi@example.org')
      .execute()
    await admin.data(users.create, {
      emailAccounts: 'zhangsan@example.org',
      name: 'San',
      orgChineseName: 'Sea lab',
      role: 'role_general',
    })
    expect((await bring({ filter: '(|(uid=zhangsan)(uid=lisi))' })).counts).toMatchObject({ create: 0, update: 2 })
    const [own] = (await admin.data(users.list, { q: 'si@lab.test' })).list
    expect(own).toMatchObject({ name: 'Li Si', methods: ['ldap'] })
    const [other] = (await admin.data(users.list, { q: 'zhangsan@example.org' })).list
    expect(other).toMatchObject({ name: '张三', methods: [] })
  })

  test('an address that the directory does not vouch for waits for its invitation', async () => {
    const { world, bring, admin } = await scene({ trustsEmail: false })
    const mails = await count(world, 'mail')
    await bring({ filter: '(uid=lisi)' })
    expect(await count(world, 'mail')).toBe(mails + 1)
    expect((await admin.data(users.list, { q: 'lisi' })).list).toMatchObject([
      { state: 'invited', joinMethod: 'import' },
    ])
  })
})
