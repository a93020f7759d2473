import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { bearerOf } from '../support/application.ts'
import { Client } from '../support/client.ts'
import { sendPartial } from '../support/partial-request.ts'
import { ADMIN, freshDataDir, startServer } from '../support/server.ts'

const { applications } = contract
const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))
const run = (argv: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [main, ...argv], { env: { ...process.env, ...env }, encoding: 'utf8' })

function dataDir(): string {
  const dir = freshDataDir()
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return dir
}

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

  test('does not start on a folder where another one works, and harms it not', async () => {
    const dir = dataDir()
    const first = await startServer({ dataDir: dir })
    onTestFinished(first.kill)
    await expect(startServer({ dataDir: dir })).rejects.toThrow(/another server is running/)
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  })

  test('makes the administrator once: a later start leaves the password as it is', async () => {
    const dir = dataDir()
    const first = await startServer({ dataDir: dir })
    await first.kill()
    const second = await startServer({ dataDir: dir, env: { ADMIN_PASSWORD: 'Other-2026' } })
    onTestFinished(second.kill)
    expect(second.said()).not.toContain('password')
    const client = await new Client(second.origin).login(ADMIN.email, ADMIN.password)
    expect(await client.data(contract.session.current, {})).toMatchObject({ roles: ['role_admin'] })
  })

  test.each([
    ['while it still keeps its schedules', 0],
    ['when they are kept', 45],
  ])('starts its database again when that is killed %s, and answers as before', async (_when, kept) => {
    const dir = dataDir()
    const server = await startServer({ dataDir: dir })
    onTestFinished(server.kill)
    const client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    // The last thing that a start does is to keep the schedules.
    const schedules = async () => (await client.data(contract.jobs.queues, {})).filter(({ scheduled }) => scheduled > 0)
    await expect.poll(async () => (await schedules()).length).toBeGreaterThan(kept)
    const held = join(dir, 'postgres', 'postmaster.pid')
    const running = () => Number(readFileSync(held, 'utf8').split('\n')[0])
    const pid = running()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => running() !== pid).toBe(true)
    const isBack = async () => (await client.call(contract.session.current, {})).code === 0
    await expect.poll(() => isBack().catch(() => false)).toBe(true)
    expect(await client.data(contract.session.current, {})).toMatchObject({ roles: ['role_admin'] })
    expect(server.said()).toContain('the database ended by itself')
    await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(200)
    await server.stop()
    expect(server.process.exitCode, server.said()).toBe(0)
    expect(existsSync(held)).toBe(false)
  })

  test('ends by itself when told to, and takes its database along', async () => {
    const server = await startServer({ dataDir: dataDir() })
    await server.stop()
    expect(server.process.exitCode, server.said()).toBe(0)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })

  test('ends by itself when told to, also while somebody has sent half a request', async () => {
    const server = await startServer({ dataDir: dataDir() })
    const late = await sendPartial(new Client(server.origin), {
      method: 'POST',
      path: '/login',
      body: '{"half": true}',
    })
    await server.stop()
    late.drop()
    expect(server.process.exitCode).toBe(0)
    expect(server.said()).not.toContain('killed')
  })

  test('ends when npm, which started it, is told to: nothing stays behind, the database neither', async () => {
    const dir = dataDir()
    const server = await startServer({ dataDir: dir, command: ['npm', 'start', '--silent'] })
    server.process.kill('SIGTERM')
    await expect.poll(() => existsSync(join(dir, 'postgres', 'postmaster.pid'))).toBe(false)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })

  test('that is killed between the calls of an application forgets none that counted against its quota by day', async () => {
    const dir = dataDir()
    const first = await startServer({ dataDir: dir })
    onTestFinished(first.kill)
    const admin = await new Client(first.origin).login(ADMIN.email, ADMIN.password)
    const draft = { name: 'Reader', contact: 'app@lab.test', ways: ['bearer' as const], callsPerDay: 40 }
    const { application, secret } = await admin.data(applications.register, draft)
    await admin.data(applications.grant, { id: application.id, grants: [{ group: 'readSpaces', until: null }] })
    const headers = bearerOf({ key: application.key, secret })
    const callsOf = async ({ origin }: { origin: string }) => {
      const asked = Array.from({ length: 50 }, () => fetch(`${origin}/api/spaces`, { headers }).catch(() => null))
      return (await Promise.all(asked)).filter((answer) => answer?.status === 200).length
    }
    let answered = 0
    const early = Array.from({ length: 30 }, async () => {
      if ((await fetch(`${first.origin}/api/spaces`, { headers }).catch(() => null))?.status === 200) answered += 1
      if (answered === 10) await first.kill()
    })
    await Promise.all(early)
    const well = await startServer({ dataDir: dir })
    onTestFinished(well.kill)
    const later = await callsOf(well)
    // None that was answered is forgotten, and no more are lost than were under way.
    expect(answered + later).toBeLessThanOrEqual(40)
    expect(later).toBeGreaterThanOrEqual(10)
  })
})
