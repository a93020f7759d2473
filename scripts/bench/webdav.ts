import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import type { Meter } from './cost.ts'
import { type Line, ms, runConcurrently, times } from './job.ts'
import { ask, nginxOf, type Side } from './nginx.ts'
import { sideOf } from './transfer.ts'

const CONNECTIONS = 8
const FILES = 2000
const WARM_UP = 500
const BYTES = 4096
const CHILDREN = 3000
/** Lists before those that are measured, so that the code is compiled as on a server that has run for a while. */
const WARM_LOOKS = 10
const LOOKS = 20

type Needs = { db: Db; client: Client; spaceId: string; dir: string; meter: Meter }

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

/** Files of 4 KiB over WebDAV, and a list of 3,000. Row i of the figures. */
export async function webdav({ db, client, spaceId, dir, meter }: Needs): Promise<Line[]> {
  const side = await sideOf(client, spaceId)
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
  await runConcurrently(WARM_LOOKS, 1, look)
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
