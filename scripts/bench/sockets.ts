import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { REALTIME_PATH } from '#contract/core/events.ts'
import { SOCKETS_PER_PERSON } from '#contract/core/limits.ts'
import { SESSION_COOKIE } from '#server/http/cookies.ts'
import type { Db } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { sha256 } from '#server/storage/seal.ts'
import { type Line, median, ms, runConcurrently, timed, times } from './job.ts'

const REPEATS = 15
const CONCURRENCY = 100
const SIZES = [1000, 10_000]
const EVENT = {
  mark: 'message',
  title: '新的加入申请',
  content: '林蔚申请加入空间“高原湖泊生态观测”，请处理。'.repeat(4),
}
export const PING = 0x89
export const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

type Person = { id: string; email: string; secret: string }

/** A WebSocket frame, as sent: unmasked text of up to 64 KB. */
function frameOf(event: object): Buffer {
  const text = Buffer.from(JSON.stringify(event))
  return Buffer.concat([Buffer.from([0x81, 126, text.length >> 8, text.length & 255]), text])
}

/** Sockets that count what arrives; `round` resolves when every one has the whole frame. */
function crowd(frameBytes: number) {
  const all: Socket[] = []
  let left = 0
  let done = () => {}
  function listenTo(socket: Socket) {
    let got = 0
    all.push(socket)
    socket.on('data', (bytes: Buffer) => {
      if (bytes[0] === PING) return void socket.write(PONG)
      got += bytes.length
      if (got < frameBytes) return
      got = 0
      left -= 1
      if (left === 0) done()
    })
  }
  const round = (publish: () => unknown) =>
    timed(
      () =>
        new Promise<void>((resolve) => {
          left = all.length
          done = resolve
          publish()
        }),
    )
  return { listenTo, round, end: () => all.forEach((socket) => void socket.destroy()) }
}
type Crowd = ReturnType<typeof crowd>

/** Members of a space, each signed in. */
export async function seedListeners(db: Db, spaceId: string, many: number): Promise<Person[]> {
  const people = Array.from({ length: many }, (_, i) => ({
    id: newId(),
    email: `socket${i}@bench.test`,
    secret: randomBytes(16).toString('base64url'),
  }))
  const ids = people.map(({ id }) => id)
  await sql`insert into person (id, email, name, role)
    select id, email, email, 'role_general' from unnest(${ids}::uuid[], ${people.map(({ email }) => email)}::text[]) as p (id, email)`.execute(
    db,
  )
  await sql`insert into session (id, token_hash, person_id, method, seen_at, confirmed_at)
    select gen_random_uuid(), hash, person, 'password', now(), now()
    from unnest(${people.map(({ secret }) => sha256(secret))}::bytea[], ${ids}::uuid[]) as s (hash, person)`.execute(db)
  await sql`insert into member (space_id, person_id, role, joined_at)
    select ${spaceId}::uuid, id, 'normal', now() from unnest(${ids}::uuid[]) as id`.execute(db)
  return people
}

export async function openPage(origin: string, { email, secret }: Person): Promise<Socket> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const lines = [
    `GET ${REALTIME_PATH}${encodeURIComponent(email)} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Cookie: ${SESSION_COOKIE}=${secret}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString().startsWith('HTTP/1.1 101')) throw new Error(`no channel: ${answer.toString().slice(0, 60)}`)
  return socket
}

/** Notifies as the server's bus does. */
const notify = (db: Db, news: string) =>
  sql`select set_config('synchronous_commit', 'off', true), pg_notify('dataspace', ${news})`.execute(db)

async function often(listeners: Crowd, publish: () => unknown): Promise<number> {
  await listeners.round(publish)
  const values: number[] = []
  for (let i = 0; i < REPEATS; i += 1) values.push(await listeners.round(publish))
  return median(values)
}

async function raw(many: number, frame: Buffer): Promise<number> {
  const child: ChildProcess = fork(new URL('./raw-sockets.ts', import.meta.url))
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  const listeners = crowd(frame.length)
  await runConcurrently(many, CONCURRENCY, async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'data')
    listeners.listenTo(socket)
  })
  const value = await often(listeners, () => child.send(frame.toString('base64')))
  listeners.end()
  child.disconnect()
  return value
}

/** Sends a message to everybody in a space and waits until the last page has it; compared with bare sockets. */
export async function messagesToMany(
  db: Db,
  { origin, spaceId }: { origin: string; spaceId: string },
): Promise<Line[]> {
  const frame = frameOf(EVENT)
  const most = Math.max(...SIZES)
  const people = await seedListeners(db, spaceId, Math.ceil(most / (SOCKETS_PER_PERSON - 10)))
  const lines: Line[] = []
  for (const many of SIZES) {
    const limit = await raw(many, frame)
    const listeners = crowd(frame.length)
    await runConcurrently(many, CONCURRENCY, async (i) => {
      const person = people[i % people.length]
      if (person) listeners.listenTo(await openPage(origin, person))
    })
    const news = JSON.stringify({ topic: 'realtime', payload: { spaceId, event: EVENT } })
    const ours = await often(listeners, () => notify(db, news))
    listeners.end()
    lines.push({
      job: `message to ${many.toLocaleString('en')} pages, the last one has it`,
      ours: ms(ours),
      limit: `${ms(limit)} raw sockets`,
      ratio: times(ours, limit),
      target: '1.2 ×',
    })
  }
  return lines
}
