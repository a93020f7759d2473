import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import type { Db } from '#server/storage/database.ts'
import { freePort, hasProgram, startProgram } from '../../tests/services/program.ts'
import type { Client } from '../../tests/support/client.ts'
import { ADMIN } from '../../tests/support/server.ts'
import { type Line, median, ms, runConcurrently, timed, times } from './job.ts'

const NGINX = '/usr/sbin/nginx'
const CONNECTIONS = 8
const FILES = 2000
const WARM_UP = 500
const BYTES = 4096
const CHILDREN = 3000

type Side = { base: string; authorization: string }
type Needs = { db: Db; client: Client; spaceId: string; dir: string }

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Sends one request; returns the bytes of its answer. Throws for a refusal. */
const ask = ({ base, authorization }: Side, method: string, path: string, body?: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, depth: '1', ...(body && { 'content-length': body.length }) }
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
    sent.end(body)
  })

/** Operations per second: every file is put and fetched, several at a time. */
async function rate(side: Side): Promise<{ put: number; get: number; mixed: number }> {
  const put = (at: number) => ask(side, 'PUT', `${at}.bin`, randomBytes(BYTES))
  const get = (at: number) => ask(side, 'GET', `${at}.bin`)
  // Warm-up: a database connection plans each statement anew the first times.
  await runConcurrently(WARM_UP, CONNECTIONS, async (at) => {
    await put(at)
    await get(at)
  })
  const perSecond = async (one: (at: number) => Promise<unknown>) =>
    FILES / ((await timed(() => runConcurrently(FILES, CONNECTIONS, one))) / 1000)
  return {
    put: await perSecond(put),
    get: await perSecond(get),
    mixed: await perSecond((at) => (at % 2 ? put(at) : get(at))),
  }
}

/** nginx with its DAV module over a folder, where it is installed: the limit in the same run. */
async function nginxOf(dir: string): Promise<(Side & { stop: () => Promise<void> }) | null> {
  if (!hasProgram(NGINX)) return null
  const [folder, port] = [join(dir, 'nginx'), await freePort()]
  for (const part of ['', 'files', 'temp']) mkdirSync(join(folder, part), { mode: 0o777 })
  for (const part of ['files', 'temp']) chmodSync(join(folder, part), 0o777)
  chmodSync(dir, 0o755)
  writeFileSync(
    join(folder, 'conf'),
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/log;
events {} http { access_log off; server { listen 127.0.0.1:${port}; root ${folder}/files;
client_body_temp_path ${folder}/temp; client_max_body_size 0; dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; } }`,
  )
  const { stop } = await startProgram(NGINX, ['-c', join(folder, 'conf'), '-p', folder], { port, cwd: folder })
  return { base: `http://127.0.0.1:${port}/`, authorization: '', stop }
}

/** Files of 4 KiB over WebDAV, and a list of 3,000. Row i of the figures. */
export async function webdav({ db, client, spaceId, dir }: Needs): Promise<Line[]> {
  const { identifier } = await client.data(contract.spaces.show, { id: spaceId })
  const { password } = await client.data(contract.account.addAppPassword, { name: 'bench', protocols: ['webdav'] })
  const authorization = `Basic ${Buffer.from(`${ADMIN.email}:${password}`).toString('base64')}`
  const side = { base: `${client.origin}/dav/${identifier}/`, authorization }
  await ask(side, 'MKCOL', 'dav')
  const ours = await rate({ ...side, base: `${side.base}dav/` })
  const nginx = await nginxOf(dir)
  const limit = nginx && (await rate(nginx))
  await nginx?.stop()
  const hash = await client.data(contract.files.create, { spaceId, path: 'many' })
  await sql`
    insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
    select gen_random_uuid(), ${spaceId}::uuid, ${hash}::uuid, true, 'folder ' || n, 'directory', s.owner_id
    from generate_series(1, ${CHILDREN}::int) as n, space s where s.id = ${spaceId}::uuid`.execute(db)
  const looks: number[] = []
  for (let at = 0; at < 7; at += 1) looks.push(await timed(() => ask(side, 'PROPFIND', 'many/')))
  const line = (job: string, kind: keyof typeof ours, target: string): Line => ({
    job,
    ours: `${ours[kind].toFixed(0)}/s`,
    limit: limit ? `${limit[kind].toFixed(0)}/s nginx DAV` : 'nginx is not here',
    ratio: limit ? times(ours[kind], limit[kind]) : '',
    target,
  })
  return [
    line(`WebDAV: GET and PUT of 4 KiB by turns, ${CONNECTIONS} connections`, 'mixed', '2,000/s'),
    line('… PUT alone, each hashed, durable, journalled', 'put', ''),
    line('… GET alone, each judged', 'get', ''),
    { job: `WebDAV: list of ${CHILDREN}`, ours: ms(median(looks)), limit: '', ratio: '', target: '50 ms' },
  ]
}
