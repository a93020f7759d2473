import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HealthKey } from '#contract/health.ts'
import { contract } from '#contract/index.ts'
import { runProgram } from '../services/program.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, hasSlapd, startSlapd } from '../services/slapd.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { Client } from '../support/client.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'

const { health, methods, session } = contract
/** A cause is named within that time, and what is back is seen in it. */
const NAMED = { interval: 100 }
/** The disk of contents: it takes memory for what lies there alone. */
const [ROOMY, SMALL] = ['size=64g', 'size=8m']

/** A mail server that greets and does nothing else. */
async function openMail() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 lake ESMTP\r\n')
    socket.on('data', (data) => socket.write(String(data).startsWith('EHLO') ? '250 lake\r\n' : '221 bye\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

test.runIf(hasSlapd && process.getuid?.() === 0)(
  'database, store, mail, directory and disk are stopped one by one under a running server: each is named, and found back by itself',
  async () => {
    const [disk, dataDir] = [mkdtempSync(join(tmpdir(), 'ds-disk-')), startedDataDir()]
    runProgram('mount', ['-t', 'tmpfs', '-o', ROOMY, 'tmpfs', disk])
    const files = join(disk, 'files')
    mkdirSync(files)
    const mail = await openMail()
    const slapd = await startSlapd()
    const way = await openSlowProxy(slapd.port, 0)
    const server = await startServer({
      dataDir,
      env: { BLOB_STORE: files, MAIL_URL: `smtp://127.0.0.1:${mail.port}?security=none`, OUTSIDE_ALLOW: '127.0.0.1' },
    })
    onTestFinished(async () => {
      await server.kill()
      await way.close()
      await slapd.stop()
      runProgram('umount', ['--lazy', disk])
      for (const folder of [disk, dataDir])
        rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    })
    const client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    await client.data(methods.create, {
      kind: 'ldap',
      name: { zh: '研究所目录', en: 'Institute directory' },
      isOn: true,
      config: { url: `ldap://127.0.0.1:${way.port}`, bindDn: ADMIN_DN, baseDn: BASE, userFilter: '(uid={username})' },
      secrets: { bindPassword: ADMIN_PASSWORD },
    })
    const ready = async () => {
      const response = await fetch(`${server.origin}/readyz`)
      const { failing } = (await response.json()) as { failing: { part: string }[] }
      return [response.status, ...failing.map(({ part }) => part)]
    }
    const failing = async (): Promise<HealthKey[]> =>
      (await client.data(health.show, {})).checks.filter(({ state }) => state === 'failing').map(({ key }) => key)
    await expect.poll(failing, NAMED).toEqual([])

    renameSync(files, `${files}.gone`)
    await expect.poll(ready, NAMED).toEqual([503, 'files'])
    await expect.poll(failing, NAMED).toContain('store')
    renameSync(`${files}.gone`, files)
    await expect.poll(ready, NAMED).toEqual([200])
    await expect.poll(failing, NAMED).toEqual([])

    const resize = (size: string) => runProgram('mount', ['-o', `remount,${size}`, disk])
    resize(SMALL)
    await expect.poll(failing, NAMED).toEqual(['disk'])
    resize(ROOMY)
    await expect.poll(failing, NAMED).toEqual([])

    mail.server.close()
    await expect.poll(failing, NAMED).toEqual(['mail'])
    mail.server.listen(mail.port, '127.0.0.1')
    await expect.poll(failing, NAMED).toEqual([])

    await way.close()
    await expect.poll(failing, NAMED).toEqual(['signIn'])
    await way.reopen()
    await expect.poll(failing, NAMED).toEqual([])

    // Nobody starts the database but the server itself, and not before its absence was seen.
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    renameSync(version, `${version}.gone`)
    process.kill(postmaster, 'SIGKILL')
    await expect.poll(ready, NAMED).toContain('database')
    renameSync(`${version}.gone`, version)
    await expect.poll(ready, NAMED).toEqual([200])
    expect(await client.data(session.current, {})).toMatchObject({ roles: ['role_admin'] })
    await expect.poll(failing, NAMED).toEqual([])
  },
)
