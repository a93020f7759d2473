import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PROPERTIES_OF_ITEM } from '#contract/core/limits.ts'
import { XML_UNDER_WAY } from '../../server/modules/webdav/body.ts'
import { LOCKS_ON_ONE } from '../../server/modules/webdav/locking.ts'
import { PROPERTIES_ASKED } from '../../server/modules/webdav/propfind.ts'
import { makeKey } from '../support/app-password.ts'
import { ftpWorld } from '../support/ftp.ts'
import { dataTo, ftpClient } from '../support/ftp-client.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld } from '../support/world.ts'

async function davScene() {
  const world = await buildWorld()
  const space = await world.space()
  const { user, password } = await makeKey(world, { protocols: ['webdav'] })
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const init = { method, headers: { authorization, 'accept-language': 'en', ...headers }, ...(body && { body }) }
    const response = await fetch(`${world.origin}/dav/${space.identifier}/${path}`, init)
    return { status: response.status, text: await response.text() }
  }
  await ask('PUT', 'a.txt', 'lake')
  return { world, space, ask }
}
const named = (count: number) => Array.from({ length: count }, (_, at) => `<x:n${at}/>`).join('')
const propfind = (inside: string) => `<propfind xmlns="DAV:" xmlns:x="urn:x"><prop>${inside}</prop></propfind>`
const lockInfo = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>`

describe('WebDAV', () => {
  test.each([
    ['more properties than any program knows', named(PROPERTIES_ASKED.count + 1)],
    ['properties by endless names', `<x:${'n'.repeat(PROPERTIES_ASKED.characters)}/>`],
  ])('is not asked for %s: each item of a folder would be answered by all', async (_what, inside) => {
    const { ask } = await davScene()
    expect((await ask('PROPFIND', '', propfind(inside), { depth: '1' })).status).toBe(413)
    const also = `<propfind xmlns="DAV:" xmlns:x="urn:x"><allprop/><include>${inside}</include></propfind>`
    expect((await ask('PROPFIND', '', also, { depth: '1' })).status).toBe(413)
    expect((await ask('PROPFIND', '', propfind(named(PROPERTIES_ASKED.count)), { depth: '1' })).status).toBe(207)
  })

  test('says that a body is too large before it says that there are too many', async () => {
    const { ask } = await davScene()
    expect((await ask('PROPFIND', '', ' '.repeat(XML_UNDER_WAY.each + 1), { depth: '0' })).status).toBe(413)
  })

  test('tells a property once, however often it is asked for', async () => {
    const { ask } = await davScene()
    const { text } = await ask('PROPFIND', 'a.txt', propfind('<getetag/>'.repeat(5000)), { depth: '0' })
    expect(text.match(/<D:getetag>/g)).toHaveLength(1)
  })

  test('is not asked for more changes of properties than an item may have', async () => {
    const { ask, world } = await davScene()
    const kinds = ['set', 'remove'].map(
      (kind) => `<${kind}><prop>${named(PROPERTIES_OF_ITEM.count + 1)}</prop></${kind}>`,
    )
    const all = `<propertyupdate xmlns="DAV:" xmlns:x="urn:x">${kinds.join('')}</propertyupdate>`
    expect((await ask('PROPPATCH', 'a.txt', all)).status).toBe(507)
    expect(await world.db.selectFrom('file_property').selectAll().execute()).toEqual([])
  })

  test('takes only so many shared locks on one thing: each is informed of everything below', async () => {
    const { ask } = await davScene()
    const statuses: number[] = []
    for (let at = 0; at <= LOCKS_ON_ONE; at += 1) statuses.push((await ask('LOCK', '', lockInfo)).status)
    expect(statuses).toEqual([...Array.from({ length: LOCKS_ON_ONE }, () => 200), 423])
    expect((await ask('LOCK', 'a.txt', lockInfo)).status).toBe(423)
  })
})

/** Connections to a server of this process, as it sees them. */
function arriving(): Socket[] {
  const sockets: Socket[] = []
  const arrived = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', arrived)
  onTestFinished(() => void unsubscribe('net.server.socket', arrived))
  return sockets
}

describe('SFTP', () => {
  test('is answered a piece at a time: other work runs between them', async () => {
    const world = await buildWorld({ SFTP_PORT: '0' })
    const port = (await world.services.openSftp()) ?? 0
    const sockets = arriving()
    const client = connect(port, '127.0.0.1')
    onTestFinished(() => void client.destroy())
    await once(client, 'data')
    const [heard] = sockets
    const isHeld = new Promise((resolve) => heard?.once('data', () => resolve(heard.isPaused())))
    client.write('SSH-2.0-lake\r\n')
    expect(await isHeld).toBe(true)
    await expect.poll(() => heard?.isPaused()).toBe(false)
  })
})

describe('FTP', () => {
  test('a transfer is asked how it goes no faster than the answers are taken', async () => {
    const { port, key, at } = await ftpWorld()
    const sockets = arriving()
    const client = await ftpClient(port)
    onTestFinished(() => void client.die())
    const [control] = sockets
    await client.login(key.user, key.password)
    const data = await dataTo(await client.passive())
    expect(await client.say(`STOR ${at('a.bin')}`)).toMatch(/^150/)
    client.deafen()
    const asked = 'STAT\r\n'.repeat(400_000)
    client.send(asked)
    await expect.poll(() => control?.isPaused() || (control?.bytesRead ?? 0) >= asked.length).toBe(true)
    expect(control?.writableLength).toBeLessThan(1_000_000)
    data.destroy()
  })

  test('ABOR ends the wait for a data connection that does not come', { timeout: 10_000 }, async () => {
    const { logIn, at } = await ftpWorld()
    const client = await logIn()
    await client.passive()
    expect(await client.say(`STOR ${at('a.bin')}`)).toMatch(/^150/)
    expect(await client.say('ABOR')).toMatch(/^425/)
    expect(await client.reply()).toMatch(/^226/)
  })

  test('nothing is done that is said behind QUIT', async () => {
    const { logIn, at } = await ftpWorld()
    const client = await logIn()
    client.send(`QUIT\r\nMKD ${at('late')}\r\n`)
    expect(await client.reply()).toMatch(/^221/)
    expect(await client.reply()).toBe('')
    expect(await (await logIn()).say(`MKD ${at('late')}`)).toMatch(/^257/)
  })
})

describe('a space whose name no database could keep', () => {
  test.each(['CWD /a\0', 'MLST /a\0/b', 'MKD /\0/b'])('is not there by FTP: %j', async (command) => {
    const { logIn } = await ftpWorld()
    expect(await (await logIn()).say(command)).toMatch(/^550 The space doesn’t exist/)
  })

  test('is not there by tus', async () => {
    const world = await buildWorld()
    const authorization = `Bearer ${await tokenOf(await world.as('owner'))}`
    const metadata = { spaceId: 'a\0', filename: 'a.bin' }
    const coded = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    const headers = { authorization, 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': coded.join() }
    expect((await fetch(`${world.origin}/tus/`, { method: 'POST', headers })).status).toBe(404)
  })
})
