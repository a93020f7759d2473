import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { demandSuccess, outsideGateway, wholeOf } from './outside.ts'

const { signal } = new AbortController()
async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
/** A fake lookup that resolves to these addresses, one after another. */
function namesMean(...addresses: string[]) {
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return [{ address: addresses[asked.length - 1] ?? '10.0.0.1', family: 4 }]
  }
  return { asked, gateway: outsideGateway({ policy: { isOn: true, allow: ['127.0.0.0/8'], lookup } }) }
}

test('a name is looked up once a hop, what it meant then is connected to, and what it means next is judged again', async () => {
  const port = await listening(({ url }, response) =>
    url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('inside'),
  )
  const first = namesMean('127.0.0.1', '127.0.0.1')
  expect((await first.gateway.ask(`http://rebind.example:${port}/a`, { signal })).status).toBe(200)
  expect(first.asked).toEqual(['rebind.example', 'rebind.example'])
  const changed = namesMean('127.0.0.1', '10.0.0.1')
  await expect(changed.gateway.ask(`http://rebind.example:${port}/a`, { signal })).rejects.toMatchObject({
    refusal: 'outsideRefused',
  })
})

test('a body goes to the site that it was meant for, and to none that this one leads to', async () => {
  const heard: string[] = []
  const other = await listening(({ url }, response) => {
    heard.push(url ?? '')
    response.end()
  })
  const port = await listening((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${other}/stolen` }).end(),
  )
  const { gateway } = namesMean()
  const wish = { method: 'POST', body: '{"password":"Pass2026"}', signal }
  await expect(gateway.ask(`http://127.0.0.1:${port}/`, wish)).rejects.toMatchObject({ refusal: 'outsideUnreachable' })
  expect(heard).toEqual([])
})

test('an answer that is no success is let go with the refusal that it means; of one that is, no more is read than there may be', async () => {
  let open = 0
  const port = await listening(({ url }, response) => {
    open += 1
    response.on('close', () => (open -= 1))
    const send = () => response.write(Buffer.alloc(65_536))
    response.writeHead(Number(url?.slice(1))).on('drain', send)
    send()
  })
  const { gateway } = namesMean()
  const asked = (status: number) => gateway.ask(`http://127.0.0.1:${port}/${status}`, { signal })
  for (const [status, refusal] of [
    [401, 'outsideSignIn'],
    [403, 'outsideSignIn'],
    [404, 'outsideGone'],
    [410, 'outsideGone'],
    [500, 'outsideUnreachable'],
  ] as const) {
    const answer = await asked(status)
    expect(() => demandSuccess(answer)).toThrow(expect.objectContaining({ refusal }))
  }
  const endless = await asked(200)
  demandSuccess(endless)
  await expect(wholeOf(endless, 100_000)).rejects.toMatchObject({ refusal: 'outsideUnreachable' })
  await expect.poll(() => open).toBe(0)
})

test('a site that is silent is waited for so long, before its answer and in the middle of it; who stops is told so', async () => {
  const port = await listening(({ url }, response) => {
    if (url === '/half') response.write('half')
  })
  const { gateway } = namesMean()
  const gone = { refusal: 'outsideUnreachable' }
  const whole = async (url: string, until: AbortSignal) =>
    Array.fromAsync((await gateway.ask(`http://127.0.0.1:${port}${url}`, { signal: until })).body)
  await expect(whole('/', AbortSignal.timeout(50))).rejects.toMatchObject(gone)
  await expect(whole('/half', AbortSignal.timeout(50))).rejects.toMatchObject(gone)
  const stopped = new Error('stopped')
  const stop = new AbortController()
  const asked = whole('/half', stop.signal)
  stop.abort(stopped)
  await expect(asked).rejects.toBe(stopped)
})
