import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { freePort, hasProgram, startProgram } from '../../tests/services/program.ts'
import { type Meter, meterOf } from './cost.ts'

const NGINX = '/usr/sbin/nginx'
const CONNECTIONS = 8

/** A server of WebDAV: the address of a folder, and what is sent to be let in. */
export type Side = { base: string; authorization: string }
type Asking = {
  method: string
  path: string
  body?: Buffer | { stream: Readable; bytes: number }
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Sends one request; returns the bytes of its answer. Throws for a refusal. */
export const ask = ({ base, authorization }: Side, { method, path, body, headers: more }: Asking): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = body && (Buffer.isBuffer(body) ? body.length : body.bytes)
    const headers = { authorization, ...more, ...(length !== undefined && { 'content-length': length }) }
    const sent = request(base + path, { method, agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => (bytes += piece.length))
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 300
          ? resolve(bytes)
          : reject(new Error(`${method} ${path}: ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    if (body && !Buffer.isBuffer(body)) body.stream.pipe(sent)
    else sent.end(body)
  })

/** nginx with its DAV module over a folder, where it is installed: the limit in the same run. */
export async function nginxOf(dir: string): Promise<(Side & { meter: Meter; stop: () => Promise<void> }) | null> {
  if (!hasProgram(NGINX)) return null
  const port = await freePort()
  const folder = join(dir, `nginx-${port}`)
  for (const part of ['', 'files', 'temp']) mkdirSync(join(folder, part), { mode: 0o777 })
  for (const part of ['files', 'temp']) chmodSync(join(folder, part), 0o777)
  chmodSync(dir, 0o755)
  writeFileSync(
    join(folder, 'conf'),
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/log;
events {} http { access_log off; server { listen 127.0.0.1:${port}; root ${folder}/files;
client_body_temp_path ${folder}/temp; client_max_body_size 0; dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; } }`,
  )
  const { stop, pid } = await startProgram(NGINX, ['-c', join(folder, 'conf'), '-p', folder], { port, cwd: folder })
  return { base: `http://127.0.0.1:${port}/`, authorization: '', meter: meterOf(pid, null), stop }
}
