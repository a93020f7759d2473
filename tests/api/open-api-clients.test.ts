import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { ApiGroup } from '#contract/applications.ts'
import { contract } from '#contract/index.ts'
import { registerApplication } from '../support/application.ts'
import { buildWorld } from '../support/world.ts'

const run = promisify(execFile)
const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url))
const GROUPS: ApiGroup[] = ['readSpaces', 'readTables', 'writeTables', 'writeFiles', 'readFiles']

/** A folder with a client as the site offers it, and an application in a space. */
async function buildLab(name: string) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const app = await registerApplication(world, { spaceId, groups: GROUPS })
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = await (await fetch(`${world.origin}/api/docs`)).text()
  expect(page).toContain(`href="/api/clients/${name}"`)
  const answer = await fetch(`${world.origin}/api/clients/${name}`)
  expect(answer.status).toBe(200)
  writeFileSync(join(folder, name), await answer.text())
  const TOKEN = `dsa_${app.key}.${app.secret}`
  const env = {
    ...process.env,
    ORIGIN: world.origin,
    TOKEN,
    KEY: app.key,
    SECRET: app.secret,
    SPACE: spaceId,
    PYTHONUTF8: '1',
  }
  return { world, spaceId, folder, env }
}
/** What a script did with the site, in both languages alike. */
const DONE = {
  spaces: 1,
  table: 'Läke 湖',
  tables: ['Läke 湖', 'Second'],
  bytes: true,
  refused: ['apiNotGranted', 403],
  wrong: ['invalid', 'name'],
}

const PYTHON = `
import json, os
from dataspace import DataSpace, DataSpaceError, each
site = DataSpace(os.environ["ORIGIN"], os.environ["TOKEN"])
space = os.environ["SPACE"]
spaces = list(each(site.spaces.list, scope="mine", size=1))
table = site.tables.create(spaceId=space, name="Läke 湖")
site.tables.create(spaceId=space, name="Second")
tables = [one["name"] for one in site.tables.list(spaceId=space)["list"]]
with site.table_files.export(spaceId=space, id=table["id"], format="csv") as answer:
    content = answer.read()
try:
    site.tasks.mine()
except DataSpaceError as error:
    refused = [error.error, error.status]
try:
    site.tables.create(spaceId=space, name="")
except DataSpaceError as error:
    wrong = [error.error, error.fields[0]["field"]]
print(json.dumps({"spaces": len(spaces), "table": table["name"], "tables": sorted(tables),
                  "bytes": isinstance(content, bytes), "refused": refused, "wrong": wrong}))
`
const TYPESCRIPT = `
import { DataSpace, type DataSpaceError, each } from './dataspace.ts'
const { ORIGIN = '', TOKEN = '', SPACE = '' } = process.env
const site = new DataSpace(ORIGIN, TOKEN)
const spaces = await Array.fromAsync(each(site.spaces.list, { scope: 'mine', size: 1 }))
const table = await site.tables.create({ spaceId: SPACE, name: 'Läke 湖' })
await site.tables.create({ spaceId: SPACE, name: 'Second' })
const { list } = await site.tables.list({ spaceId: SPACE })
const content = await (await site.tableFiles.export({ spaceId: SPACE, id: table.id, format: 'csv' })).arrayBuffer()
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as DataSpaceError,
  )
const refused = await refusal(site.tasks.mine())
const wrong = await refusal(site.tables.create({ spaceId: SPACE, name: '' }))
console.log(
  JSON.stringify({
    spaces: spaces.length,
    table: table.name,
    tables: list.map(({ name }) => name).sort(),
    bytes: content instanceof ArrayBuffer,
    refused: [refused?.error, refused?.status],
    wrong: [wrong?.error, wrong?.fields[0]?.field],
  }),
)
`

test('the client in Python reads, changes, walks through pages and names refusals', async () => {
  const { world, spaceId, folder, env } = await buildLab('dataspace.py')
  writeFileSync(join(folder, 'script.py'), PYTHON)
  const { stdout } = await run('python3', ['-W', 'error', 'script.py'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual(DONE)
  const { list } = await (await world.as('owner')).data(contract.tables.list, { spaceId })
  expect(list.map(({ name }) => name).sort()).toEqual(DONE.tables)
})

test('the client in TypeScript reads, changes, walks through pages and names refusals', async () => {
  const { folder, env } = await buildLab('dataspace.ts')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'script.ts'), TYPESCRIPT)
  const { stdout } = await run(bin('node'), ['script.ts'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual(DONE)
})

test('the client in Python signs its requests, and what nobody signed is refused', async () => {
  const { folder, env } = await buildLab('dataspace.py')
  const signing = PYTHON.replace('os.environ["TOKEN"]', 'Signature(os.environ["KEY"], os.environ["SECRET"])')
  writeFileSync(join(folder, 'script.py'), signing.replace('DataSpace, ', 'DataSpace, Signature, '))
  const { stdout } = await run('python3', ['-W', 'error', 'script.py'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual(DONE)
  const forged = { ...env, SECRET: `${env.SECRET}x` }
  await expect(run('python3', ['script.py'], { cwd: folder, env: forged })).rejects.toThrow(/DataSpaceError/)
})

test('the client in TypeScript signs its requests', async () => {
  const { folder, env } = await buildLab('dataspace.ts')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const signing = TYPESCRIPT.replace('TOKEN)', "{ key: process.env.KEY ?? '', secret: process.env.SECRET ?? '' })")
  writeFileSync(join(folder, 'script.ts'), signing)
  const { stdout } = await run(bin('node'), ['script.ts'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual(DONE)
})

test('the client in TypeScript has sound types, and refuses a wrong input before it is sent', async () => {
  const { folder } = await buildLab('dataspace.ts')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const target = ['--target', 'esnext', '--lib', 'esnext,dom,dom.iterable', '--module', 'nodenext']
  const check = (code: string): Promise<string> => {
    const use = `import { DataSpace } from './dataspace.js'\nconst site = new DataSpace('', '')\n${code}\n`
    writeFileSync(join(folder, 'use.ts'), use)
    return run(bin('tsc'), ['--noEmit', '--strict', ...target, 'use.ts'], { cwd: folder }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  }
  const sound =
    "const { list } = await site.spaces.list({ scope: 'mine' })\nconst name: string = list[0]!.name\nvoid name"
  expect(await check(sound)).toBe('')
  expect(await check("await site.spaces.list({ scope: 'nobody' })")).toMatch(/TS2322/)
})
