import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { registerApplication } from '../support/application.ts'
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
