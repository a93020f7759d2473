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
import { type Meter, meterOf } from './cost.ts'
import { type Line, ms, runConcurrently, times } from './job.ts'

const NGINX = '/usr/sbin/nginx'
const CONNECTIONS = 8
const FILES = 2000
const WARM_UP = 500
const BYTES = 4096
const CHILDREN = 3000
const LOOKS = 7

type Side = { base: string; authorization: string }
type Asking = { method: string; path: string; body?: Buffer; headers?: Record<string, string> }
type Needs = { db: Db; client: Client; spaceId: string; dir: string; meter: Meter }

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Sends one request; returns the bytes of its answer. Throws for a refusal. */
const ask = ({ base, authorization }: Side, { method, path, body, headers: more }: Asking): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, ...more, ...(body && { 'content-length': body.length }) }
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

const KINDS = ['put', 'get', 'mixed', 'copy', 'move', 'remove'] as const
type Kind = (typeof KINDS)[number]
type Rates = Record<Kind, { perSecond: number; cost: string }>

/** Operations per second, several at a time: every file is put, fetched, copied, and the copy moved and deleted. */
async function rates(side: Side, meter: Meter): Promise<Rates> {
  const put = (at: number) => ask(side, { method: 'PUT', path: `${at}.bin`, body: randomBytes(BYTES) })
  const get = (at: number) => ask(side, { method: 'GET', path: `${at}.bin` })
  const going = (method: string, path: string, to: string) =>
    ask(side, { method, path, headers: { destination: side.base + to } })
  const runs: Record<Kind, (at: number) => Promise<unknown>> = {
    put,
    get,
    mixed: (at) => (at % 2 ? put(at) : get(at)),
    copy: (at) => going('COPY', `${at}.bin`, `copies/${at}.bin`),
    move: (at) => going('MOVE', `copies/${at}.bin`, `copies/moved-${at}.bin`),
    remove: (at) => ask(side, { method: 'DELETE', path: `copies/moved-${at}.bin` }),
  }
  await ask(side, { method: 'MKCOL', path: 'copies/' })
  // Warm-up: a database connection plans each statement anew the first times.
  for (const kind of KINDS) await runConcurrently(WARM_UP, CONNECTIONS, runs[kind])
  const measured: [Kind, Rates[Kind]][] = []
  for (const kind of KINDS) {
    const { ms: took, cost } = await meter(FILES, () => runConcurrently(FILES, CONNECTIONS, runs[kind]))
    measured.push([kind, { perSecond: FILES / (took / 1000), cost }])
  }
  return Object.fromEntries(measured) as Rates
}

/** nginx with its DAV module over a folder, where it is installed: the limit in the same run. */
async function nginxOf(dir: string): Promise<(Side & { meter: Meter; stop: () => Promise<void> }) | null> {
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
  const { stop, pid } = await startProgram(NGINX, ['-c', join(folder, 'conf'), '-p', folder], { port, cwd: folder })
  return { base: `http://127.0.0.1:${port}/`, authorization: '', meter: meterOf(pid, null), stop }
}

/** Files of 4 KiB over WebDAV, and a list of 3,000. Row i of the figures. */
export async function webdav({ db, client, spaceId, dir, meter }: Needs): Promise<Line[]> {
  const { identifier } = await client.data(contract.spaces.show, { id: spaceId })
  const { password } = await client.data(contract.account.addAppPassword, { name: 'bench', protocols: ['webdav'] })
  const authorization = `Basic ${Buffer.from(`${ADMIN.email}:${password}`).toString('base64')}`
  const side = { base: `${client.origin}/dav/${identifier}/`, authorization }
  await ask(side, { method: 'MKCOL', path: 'dav/' })
  const ours = await rates({ ...side, base: `${side.base}dav/` }, meter)
  const nginx = await nginxOf(dir)
  const limit = nginx && (await rates(nginx, nginx.meter))
  await nginx?.stop()
  const hash = await client.data(contract.files.create, { spaceId, path: 'many' })
  await sql`
    insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
    select gen_random_uuid(), ${spaceId}::uuid, ${hash}::uuid, true, 'folder ' || n, 'directory', s.owner_id
    from generate_series(1, ${CHILDREN}::int) as n, space s where s.id = ${spaceId}::uuid`.execute(db)
  const look = () => ask(side, { method: 'PROPFIND', path: 'many/', headers: { depth: '1' } })
  await look()
  const looks = await meter(LOOKS, () => runConcurrently(LOOKS, 1, look))
  const line = (job: string, kind: Kind, target: string): Line => ({
    job,
    ours: `${ours[kind].perSecond.toFixed(0)}/s`,
    limit: limit ? `${limit[kind].perSecond.toFixed(0)}/s nginx DAV (${limit[kind].cost})` : 'nginx is not here',
    ratio: limit ? times(ours[kind].perSecond, limit[kind].perSecond) : '',
    target,
    cost: ours[kind].cost,
  })
  return [
    line(`WebDAV: GET and PUT of 4 KiB by turns, ${CONNECTIONS} connections`, 'mixed', '2,000/s'),
    line('… PUT alone, each hashed, durable, journalled', 'put', '1.2 ms CPU'),
    line('… GET alone, each judged', 'get', ''),
    line('… COPY', 'copy', '2 ms CPU'),
    line('… MOVE', 'move', '2 ms CPU'),
    line('… DELETE', 'remove', '2 ms CPU'),
    {
      job: `WebDAV: list of ${CHILDREN}`,
      ours: ms(looks.ms / LOOKS),
      limit: '',
      ratio: '',
      target: '40 ms',
      cost: looks.cost,
    },
  ]
}
