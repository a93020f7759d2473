import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { ImportResult } from '#contract/users.ts'
import type { Client } from '../support/client.ts'
import { oddWorkbook } from '../support/workbook.ts'
import { buildWorld } from '../support/world.ts'

const { account, users } = contract
const HEADING = ['emailAccounts', 'name', 'orgChineseName', 'introduction'] as const

async function bring(client: Client, sheet: Buffer, isDryRun: boolean) {
  const body = new FormData()
  body.set('isDryRun', String(isDryRun))
  body.set('file', new Blob([new Uint8Array(sheet)]), 'users')
  const response = await client.fetch('/api/users-import', { method: 'POST', body })
  const { data } = (await response.json()) as { data: unknown }
  return ImportResult.parse(data)
}

describe('a workbook whose rows say that they stand', () => {
  test.each([
    ['further up than the heading', ['10', '2', '3'], [11, 12]],
    ['before the beginning', ['1', '-7', '-8'], [2, 3]],
    ['where no sheet ends', ['1', '9'.repeat(30), '3'], [2, 3]],
    ['between two rows', ['1', '2.5', '3'], [2, 3]],
    ['nowhere', ['1', 'abc', ''], [2, 3]],
    ['where another one does', ['1', '5', '5'], [5, 6]],
  ] as const)('%s is brought in, its rows counted by us', async (_what, [first, second, third], places) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const sheet = oddWorkbook([
      [first, ...HEADING],
      [second, 'a@sea.test', 'A', 'U', ''],
      [third, 'b@sea.test', 'B', 'U', ''],
    ])
    for (const isDryRun of [true, false]) {
      const { rows } = await bring(admin, sheet, isDryRun)
      expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual(places.map((place) => [place, 'create']))
    }
  })
})

test.each<[what: string, text: string]>([
  ['U+0000', 'q&#0;q'],
  ['half a character', 'q&#xD800;q'],
])('a cell with %s is refused in its row, and in a rehearsal too; the others come in', async (_what, text) => {
  const world = await buildWorld()
  const admin = await world.as('admin')
  const sheet = oddWorkbook([
    ['1', ...HEADING],
    ['2', 'a@sea.test', 'A', 'U', text],
    ['3', `b${text}@sea.test`, 'B', 'U', ''],
    ['4', 'c@sea.test', text, 'U', ''],
    ['5', 'd@sea.test', 'D', 'U', ''],
  ])
  for (const isDryRun of [true, false]) {
    const { rows } = await bring(admin, sheet, isDryRun)
    expect(rows.map(({ outcome, problems }) => [outcome, problems[0]?.field])).toEqual([
      ['error', 'introduction'],
      ['error', 'emailAccounts'],
      ['error', 'name'],
      ['create', undefined],
    ])
  }
})

test.each(['csv', 'xlsx'] as const)(
  'strange characters that somebody has do not corrupt an export as .%s',
  async (format) => {
    const world = await buildWorld()
    const said = { englishName: '', orgEnglishName: '', telephone: '', orcId: '', orgChineseName: 'U' }
    await (await world.as('owner')).data(account.update, { ...said, name: 'A\uFFFD', introduction: 'x\u0001\u001fy' })
    const admin = await world.as('admin')
    const exported = await admin.send(users.export, { format, q: 'owner@lab.test' })
    const { counts } = await bring(admin, Buffer.from(await exported.arrayBuffer()), true)
    expect(counts).toEqual({ create: 0, update: 0, same: 1, error: 0 })
  },
)
