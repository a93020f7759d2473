import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { webhookHeaders } from '#server/modules/webhooks/sending.ts'
import { registerApplication } from '../support/application.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld } from '../support/world.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/open-api.md', import.meta.url), 'utf8')
/** The examples of the guide in a language, in its order. */
const examples = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

async function buildLab() {
  const world = await buildWorld()
  const { id: spaceId, name } = await world.space()
  const redirect = 'https://notebook.example.org/back'
  const app = await registerApplication(world, { spaceId, redirectUris: [redirect] })
  // The guide is tried by the clock of this machine, which the world's clock began with.
  const env = { ...process.env, ORIGIN: world.origin, KEY: app.key, SECRET: app.secret, REDIRECT: redirect }
  return { world, spaceId, name, app, env, redirect }
}

test('the first example lists the spaces of an application', async () => {
  const { env, name } = await buildLab()
  const { stdout } = await run('sh', ['-c', examples('sh')[0] ?? ''], { env })
  expect(JSON.parse(stdout)).toMatchObject({ code: 0, data: { list: [{ name }] } })
})

test('the example in Python makes a table by signed requests', async () => {
  const { world, env, spaceId } = await buildLab()
  const { stdout } = await run('python3', ['-c', examples('python')[0] ?? ''], { env })
  expect(stdout.trim()).toBe('From Python')
  const { list } = await (await world.as('owner')).data(contract.tables.list, { spaceId })
  expect(list.map(({ name }) => name)).toEqual(['From Python'])
})

test('the example of the old form reads an account', async () => {
  const world = await buildWorld()
  const { key, secret } = await registerApplication(world, { ways: ['md5'], groups: ['legacyPeople'] })
  const env = { ...process.env, ORIGIN: world.origin, KEY: key, SECRET: secret, EMAIL: 'owner@lab.test' }
  const { stdout } = await run('python3', ['-c', examples('python')[1] ?? ''], { env })
  expect(stdout.trim()).toBe('Olive Owner')
})

test('the example of the client in Python lists the spaces of a person', async () => {
  const { world, name } = await buildLab()
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const client = await fetch(`${world.origin}/api/clients/dataspace.py`)
  writeFileSync(join(folder, 'dataspace.py'), await client.text())
  const example = (examples('py')[0] ?? '')
    .replace('https://data.example.org', world.origin)
    .replace('dst_…', await tokenOf(await world.as('owner')))
  const { stdout } = await run('python3', ['-c', example], { cwd: folder })
  expect(stdout.trim()).toBe(name)
})

test('the example of a webhook believes what we sign, and nothing else or older', async () => {
  const secret = `whsec_${Buffer.from('a secret of a lake').toString('base64')}`
  const at = new Date()
  const believed = async (headers: Record<string, string>, body: string) => {
    const asked = `import json, os\nprint(is_ours(json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode(), "${secret}"))`
    const env = { ...process.env, HEADERS: JSON.stringify(headers), BODY: body, PYTHONUTF8: '1' }
    return (await run('python3', ['-c', `${examples('python')[2]}\n${asked}`], { env })).stdout.trim()
  }
  const headers = webhookHeaders('msg_1', at, '{"湖":1}', secret)
  const old = webhookHeaders('msg_1', new Date(at.getTime() - 600_000), '{"湖":1}', secret)
  expect([
    await believed(headers, '{"湖":1}'),
    await believed(headers, '{"湖":2}'),
    await believed({ ...headers, 'webhook-id': 'msg_2' }, '{"湖":1}'),
    await believed(old, '{"湖":1}'),
  ]).toEqual(['True', 'False', 'False', 'False'])
})

test('the example of OAuth exchanges a code', async () => {
  const { world, env, app, redirect } = await buildLab()
  const verifier = 'v'.repeat(43)
  const { url } = await (await world.as('owner')).data(contract.consents.answer, {
    client_id: app.key,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'readSpaces',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    isAllowed: true,
  })
  const code = new URL(url).searchParams.get('code') ?? ''
  const { stdout } = await run('sh', ['-c', examples('sh')[1] ?? ''], {
    env: { ...env, CODE: code, VERIFIER: verifier },
  })
  expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', scope: 'readSpaces', expires_in: 3600 })
})
