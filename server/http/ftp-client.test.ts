import { expect, test } from 'vitest'
import { startFtpSink } from '../../tests/services/ftp-sink.ts'
import { ftpPlaceOf, ftpSession } from './ftp-client.ts'

const IDLE_MS = 100

test('a file that is sent for longer than a server may be silent arrives', async () => {
  const policy = { isOn: true, allow: [] as string[] }
  const kept = new Map<string, number>()
  const sink = await startFtpSink(
    { config: { outside: policy } },
    { admits: () => true, store: (_user, path, bytes) => kept.set(path, bytes.length) },
  )
  const place = ftpPlaceOf(sink.url)
  if (!place) throw new Error('no place')
  const account = { place, username: 'me', password: 'right' }
  const session = await ftpSession(account, { policy, signal: AbortSignal.timeout(60_000), idleMs: IDLE_MS })
  let sent = 0
  async function* slowly() {
    const until = performance.now() + 4 * IDLE_MS
    while (performance.now() < until) {
      yield Buffer.alloc(1)
      sent += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await session.send('STOR slow.txt', slowly)
  session.close()
  expect([...kept]).toEqual([['slow.txt', sent]])
})

test.each([
  ['ftp.lab.test', { host: 'ftp.lab.test', port: 21, isTls: false, folder: '' }],
  ['ftps://ftp.lab.test:2121/a%20b/c/', { host: 'ftp.lab.test', port: 2121, isTls: true, folder: 'a b/c' }],
  ['ftp://[::1]/', { host: '::1', port: 21, isTls: false, folder: '' }],
  ['http://lab.test', null],
  ['ftp://lab.test/%zz', null],
])('the address %s', (text, place) => {
  expect(ftpPlaceOf(text)).toEqual(place)
})
