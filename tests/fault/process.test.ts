import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { bearerOf } from '../support/application.ts'
import { Client } from '../support/client.ts'
import { sendPartial } from '../support/partial-request.ts'
import { ADMIN, freshDataDir, type Server, startServer } from '../support/server.ts'

const { applications } = contract
const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))
const run = (argv: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [main, ...argv], { env: { ...process.env, ...env }, encoding: 'utf8' })

/** The folder of one installation, which most tests start or end. */
const dataDir = freshDataDir()
const start = (env: Record<string, string> = {}) => startServer({ dataDir, env })
const held = join(dataDir, 'postgres', 'postmaster.pid')
let server: Server
afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

describe('the program', () => {
  test('does not start on wrong configuration: every wrong key is named', () => {
    const { status, stderr } = run([], { PORT: 'eighty', PUBLIC_URL: 'lake', WORKERS: '0' })
    expect(status).toBe(78)
    expect(stderr).toMatch(/^PORT=eighty: /m)
    expect(stderr).toMatch(/^PUBLIC_URL=lake: /m)
    expect(stderr).toMatch(/^WORKERS=0: /m)
  })

  test('prints every key for --help, and starts nothing', () => {
    const { status, stdout } = run(['--help'])
    expect(status).toBe(0)
    for (const key of ['DATA_DIR', 'DATABASE_URL', 'BLOB_STORE']) expect(stdout).toContain(`  ${key} `)
  })

  test('starts its database again when that is killed while it still keeps its schedules, and when they are kept; answers as before', async () => {
    server = await start()
    const client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    // The last thing that a start does is to keep the schedules.
    const schedules = async () => (await client.data(contract.jobs.queues, {})).filter(({ scheduled }) => scheduled > 0)
    for (const kept of [0, 45]) {
      await expect.poll(async () => (await schedules()).length).toBeGreaterThan(kept)
      const running = () => Number(readFileSync(held, 'utf8').split('\n')[0])
      const pid = running()
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => running() !== pid).toBe(true)
      const isBack = async () => (await client.call(contract.session.current, {})).code === 0
      await expect.poll(() => isBack().catch(() => false)).toBe(true)
      expect(await client.data(contract.session.current, {})).toMatchObject({ roles: ['role_admin'] })
      await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(200)
    }
    expect(server.said().split('the database ended by itself')).toHaveLength(3)
  })

  test('ends by itself when told to, and takes its database along', async () => {
    await server.end()
    expect(server.process.exitCode, server.said()).toBe(0)
    expect(existsSync(held)).toBe(false)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })

  test('makes the administrator once: a later start leaves the password as it is', async () => {
    server = await start({ ADMIN_PASSWORD: 'Other-2026' })
    expect(server.said()).not.toContain('password')
    const client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    expect(await client.data(contract.session.current, {})).toMatchObject({ roles: ['role_admin'] })
  })

  test('does not start on a folder where another one works, and harms it not', async () => {
    await expect(start()).rejects.toThrow(/another server is running/)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  })

  test('that is killed between the calls of an application forgets none that counted against its quota by day', async () => {
    const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    const draft = { name: 'Reader', contact: 'app@lab.test', ways: ['bearer' as const], callsPerDay: 40 }
    const { application, secret } = await admin.data(applications.register, draft)
    await admin.data(applications.grant, { id: application.id, grants: [{ group: 'readSpaces', until: null }] })
    const headers = bearerOf({ key: application.key, secret })
    const ask = () => fetch(`${server.origin}/api/spaces`, { headers }).catch(() => null)
    let answered = 0
    const early = Array.from({ length: 30 }, async () => {
      if ((await ask())?.status === 200) answered += 1
      if (answered === 10) await server.kill()
    })
    await Promise.all(early)
    server = await start()
    const later = (await Promise.all(Array.from({ length: 50 }, ask))).filter((answer) => answer?.status === 200).length
    // None that was answered is forgotten, and no more are lost than were under way.
    expect(answered + later).toBeLessThanOrEqual(40)
    expect(later).toBeGreaterThanOrEqual(10)
  })

  test('ends by itself when told to, also while somebody has sent half a request', async () => {
    const late = await sendPartial(new Client(server.origin), {
      method: 'POST',
      path: '/login',
      body: '{"half": true}',
    })
    await server.end()
    late.drop()
    expect(server.process.exitCode).toBe(0)
    expect(server.said()).not.toContain('killed')
  })

  test('ends when npm, which started it, is told to: nothing stays behind, the database neither', async () => {
    server = await startServer({ dataDir, command: ['npm', 'start', '--silent'] })
    server.process.kill('SIGTERM')
    await expect.poll(() => existsSync(held)).toBe(false)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })
})
