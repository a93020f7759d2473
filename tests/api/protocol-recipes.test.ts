import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { recipesOf } from '../../src/files/protocols/recipes.ts'
import { hasProgram } from '../services/program.ts'
import { makeKey } from '../support/app-password.ts'
import { tempDir } from '../support/dataspace.ts'
import { buildWorld } from '../support/world.ts'

const { protocols, files } = contract

/** Runs recipes of the console as they are copied, in a folder with `report.csv` and `data/`. */
async function scene() {
  const world = await buildWorld()
  const space = await world.space()
  const owner = await world.as('owner')
  const { password } = await makeKey(world, { protocols: ['webdav'], spaceId: space.id })
  const addresses = await owner.data(protocols.addresses, { spaceId: space.id })
  const access = { identifier: space.identifier, addresses, user: 'owner@lab.test', password }
  const recipes = new Map(recipesOf('webdav', access))
  const dir = tempDir()
  const bytes = randomBytes(5000)
  mkdirSync(join(dir, 'data/数据'), { recursive: true })
  writeFileSync(join(dir, 'report.csv'), bytes)
  writeFileSync(join(dir, 'data/数据/a b.csv'), bytes)
  const run = (script: string) =>
    promisify(execFile)('bash', ['-ec', script], { cwd: dir, env: { PATH: process.env.PATH, HOME: dir } })
  const codeOf = (system: 'curl' | 'rclone') => recipes.get(system)?.[0]?.code ?? ''
  const sum = createHash('sha256').update(bytes).digest('hex')
  return { ...access, space, owner, dir, bytes, run, codeOf, sum }
}

test.runIf(hasProgram('/usr/bin/curl'))('the recipe for curl brings a file and fetches it', async () => {
  const { space, owner, dir, bytes, run, codeOf, sum } = await scene()
  const [bring = '', take = ''] = codeOf('curl').split('\n')
  await run(bring)
  expect((await owner.data(files.list, { spaceId: space.id })).list).toMatchObject([
    { name: 'report.csv', sha256: sum },
  ])
  // Both as they stand, one after the other in the same folder.
  await run(take)
  expect(readFileSync(join(dir, 'copy.csv'))).toEqual(bytes)
})

test.runIf(hasProgram('/usr/bin/rclone'))('the recipe for rclone brings a folder and finds it the same', async () => {
  const { space, owner, run, codeOf, sum } = await scene()
  const { stderr } = await run(codeOf('rclone'))
  expect(stderr).toContain('0 differences found')
  const { list } = await owner.data(files.list, { spaceId: space.id })
  expect(list).toMatchObject([{ name: 'data' }])
  const inner = await owner.data(files.list, { spaceId: space.id, hash: list[0]?.hash })
  const deep = await owner.data(files.list, { spaceId: space.id, hash: inner.list[0]?.hash })
  expect(deep.list).toMatchObject([{ name: 'a b.csv', sha256: sum }])
})

test.runIf(hasProgram('/usr/bin/rclone'))(
  'the line for rclone of docs/protocols.md comes in by an app password',
  async () => {
    const { addresses, identifier, user, password, run } = await scene()
    const line = /`(rclone config create .* webdav .*?)`/.exec(readFileSync('docs/protocols.md', 'utf8'))?.[1] ?? ''
    const [site = ''] = addresses.webdav.split('/dav/')
    const filled = line
      .replace('https://…', site)
      .replace('user=…', `user=${user}`)
      .replace('pass=…', `pass=${password}`)
    await run(`${filled} && rclone copy data space:${identifier} && rclone check data space:${identifier}`)
  },
)

test('docs/protocols.md makes rclone hide each password: one that it takes for hidden already is lost', () => {
  const lines = readFileSync('docs/protocols.md', 'utf8').match(/rclone config create .*/g) ?? []
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toContain('config create --obscure ')
})
