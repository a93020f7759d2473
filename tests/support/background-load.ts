import { createHash, randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import { REALTIME_PATH } from '#contract/core/events.ts'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import type { RetryingClient } from './retrying-client.ts'
import { ADMIN } from './server.ts'
import { check, sendChunk, sliceOf } from './upload.ts'

const { files, spaces, uploads } = contract
/** Two small files, one of exactly one chunk, and one whose chunks reach several nodes. */
const SIZES = [3000, CHUNK_BYTES, 700, 3 * CHUNK_BYTES + 5]
const WORKERS = 3
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Uploads by the whole procedure with parallel chunks; returns the hash of the file that the server acknowledged. */
async function bring(client: RetryingClient, spaceId: string, name: string, bytes: Uint8Array): Promise<string> {
  const answer = await check(client, { spaceId, name }, bytes)
  const { checkId } = (answer as { data: { checkId?: string } }).data
  if (!checkId) throw new Error(`${name}: ${JSON.stringify(answer)}`)
  const chunkCount = chunkCountOf(bytes.length)
  const chunks = Array.from({ length: chunkCount }, async (_, chunkIndex) => {
    const sent = await sendChunk(client, { checkId, chunkCount, chunkIndex }, sliceOf(bytes, chunkIndex))
    if (!sent.ok) throw new Error(`${name}, chunk ${chunkIndex}: ${await sent.text()}`)
  })
  await Promise.all(chunks)
  return (await client.data(uploads.merge, { checkId })).hash
}

/** Opens a realtime channel and reopens it when it is closed or its node is gone. */
function listen(client: RetryingClient) {
  const url = `${client.origin.replace('http', 'ws')}${REALTIME_PATH}${encodeURIComponent(ADMIN.email)}`
  let socket: WebSocket | null = null
  let isOver = false
  const heard = { events: 0, connections: 0 }
  function open(): void {
    socket = new WebSocket(url, { headers: client.headers() })
    socket.on('open', () => (heard.connections += 1))
    socket.on('message', () => (heard.events += 1))
    socket.on('error', () => socket?.terminate())
    socket.on('close', () => {
      if (!isOver) setTimeout(open, 100).unref()
    })
  }
  open()
  return {
    heard,
    stop() {
      isOver = true
      socket?.terminate()
    },
  }
}

/** Uploads, reads and listens until told to end; then the acknowledged files are compared with the server's. */
export async function startBackgroundLoad(client: RetryingClient, identifier: string) {
  const { id: spaceId } = await client.data(spaces.create, { name: identifier, identifier, type: 'private' })
  /** Acknowledged uploads: name to node hash and content hash. */
  const known = new Map<string, { hash: string; sha256: string; bytes: number }>()
  const page = listen(client)
  let isOver = false
  const waiting: { count: number; go: () => void }[] = []

  async function compare(name: string): Promise<string[]> {
    const file = known.get(name)
    const content = await client.bytes(`/api/files/${file?.hash}/content?spaceId=${spaceId}`)
    return sha256(content) === file?.sha256 ? [] : [`${name} is not what was sent`]
  }
  const wrong: string[] = []
  async function work(worker: number): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const name = `${worker}-${i}.bin`
      const bytes = randomBytes(SIZES[(worker + i) % SIZES.length] ?? 1)
      const hash = await bring(client, spaceId, name, bytes)
      known.set(name, { hash, sha256: sha256(bytes), bytes: bytes.length })
      for (const one of waiting) if (known.size >= one.count) one.go()
      if (i % 4 === 3) wrong.push(...(await compare(`${worker}-${i >> 1}.bin`)))
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  return {
    heard: page.heard,
    /** Resolves when this many more uploads were acknowledged. */
    async more(count: number): Promise<void> {
      const due = new Promise<void>((resolve) => waiting.push({ count: known.size + count, go: resolve }))
      await Promise.race([due, working.then(() => due)])
    },
    /** Ends the load and returns the differences from what was acknowledged; empty if all is well. */
    async end(): Promise<string[]> {
      isOver = true
      await working
      page.stop()
      wrong.push(...(await Promise.all([...known.keys()].map(compare))).flat())
      const listed: string[] = []
      for (let after: string | undefined; ; ) {
        const { list, next } = await client.data(files.list, { spaceId, ...(after && { after }) })
        listed.push(...list.map(({ name }) => name))
        after = next
        if (!after) break
      }
      const [there, sent] = [listed.sort().join(), [...known.keys()].sort().join()]
      if (there !== sent) wrong.push(`sent: ${sent}, there: ${there}`)
      const { size } = await client.data(files.show, { spaceId, hash: 'root' })
      const bytes = [...known.values()].reduce((sum, one) => sum + one.bytes, 0)
      if (size !== bytes) wrong.push(`${bytes} bytes were sent, ${size} are counted`)
      return wrong
    },
  }
}
