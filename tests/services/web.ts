import { createServer, type IncomingMessage } from 'node:http'
import { closeServer } from './oidc.ts'

export type Asked = { path: string; query: URLSearchParams; form: URLSearchParams; headers: IncomingMessage['headers'] }
export type Answered = { status?: number; type?: string; body: string }

/** A stand-in web server on its own port that answers by path and records every request. */
export async function startWeb(answer: (asked: Asked) => Answered) {
  const seen: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x')
      const asked = {
        path: url.pathname,
        query: url.searchParams,
        form: new URLSearchParams(body),
        headers: request.headers,
      }
      seen.push(asked)
      const { status = 200, type = 'application/json', body: text } = answer(asked)
      response.writeHead(status, { 'content-type': type }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, seen, stop: () => closeServer(server) }
}
