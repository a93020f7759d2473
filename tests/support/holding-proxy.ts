import { createServer, request } from 'node:http'

/** A proxy that forwards the first `lets` requests matching `watched` (`POST /path`) and holds the next one forever. */
export async function openHoldingProxy(origin: string, watched: RegExp, lets: number) {
  let seen = 0
  const { promise: held, resolve: hold } = Promise.withResolvers<string>()
  const server = createServer((near, answer) => {
    const isWatched = watched.test(`${near.method} ${near.url}`)
    if (isWatched) seen += 1
    if (isWatched && seen > lets) return void hold(near.url ?? '')
    const far = request(new URL(near.url ?? '/', origin), { method: near.method, headers: near.headers }, (said) => {
      answer.writeHead(said.statusCode ?? 502, said.headers)
      said.pipe(answer)
    })
    far.on('error', () => answer.destroy())
    near.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** Resolves with the address of the held request. */
    held,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
