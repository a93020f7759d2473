import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { ADMIN, freshDataDir, startServer } from '../support/server.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const run = (argv: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [main, ...argv], { env: { ...process.env, ...env }, encoding: 'utf8' })

function dataDir(): string {
  const dir = freshDataDir()
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

describe('the program', { timeout: 60_000 }, () => {
  test('does not start on wrong configuration: every wrong key is named', () => {
    const { status, stderr } = run([], { PORT: 'eighty', PUBLIC_URL: 'lake' })
    expect(status).toBe(78)
    expect(stderr).toMatch(/^PORT=eighty: /m)
    expect(stderr).toMatch(/^PUBLIC_URL=lake: /m)
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

  test('ends by itself when told to, and takes its database along', async () => {
    const server = await startServer({ dataDir: dataDir() })
    await server.stop()
    expect(server.process.exitCode).toBe(0)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })
})
