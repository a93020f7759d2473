import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import { isSameSite } from '#server/http/outside-address.ts'
import type { FileSender, Outgoing, Target } from '../delivery.ts'
import { demand, type RepositoryAsk, type Said, type Stream } from './asking.ts'
import { mayGoOn, sendParts, streamOf } from './in-parts.ts'

/** Files larger than this are sent in parts of this size (our choice): an interruption costs at most one part. */
const PART_BYTES = 8 * 1_048_576
/** Maximum number of parts of a file in object stores. */
const PARTS_MAX = 10_000

const Committed = z.object({ size: z.number() })
const Entry = z.object({
  key: z.string(),
  status: z._default(z.string(), ''),
  size: z.optional(z.nullable(z.number())),
  transfer: z._default(z.object({ type: z._default(z.string(), ''), part_size: z.optional(z.number()) }), { type: '' }),
  links: z._default(
    z.object({
      parts: z.optional(z.array(z.object({ part: z.number(), url: z.url({ protocol: /^https?$/ }) }))),
    }),
    {},
  ),
})
type Entry = z.infer<typeof Entry>
const Entries = z.object({ entries: z.array(Entry) })

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; json?: unknown; also?: readonly number[] }
type Needs = {
  ask: RepositoryAsk
  to: (call: Call & { stream?: Parameters<RepositoryAsk>[1]['stream'] }) => Promise<Said>
  target: Target
  /** Path of the files of the draft. */
  all: string
  signal: AbortSignal
}

/** InvenioRDM keeps no folders: a path is one name, written as in JSON Pointer (RFC 6901), so that no two meet. */
const keyOf = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1')

/** Bytes of each part of a file but the last: as many as the most parts demand. */
const partBytesOf = (size: number) => PART_BYTES * Math.max(1, Math.ceil(size / (PART_BYTES * PARTS_MAX)))
/**
 * Uploads files to a draft: large ones in parts if the repository supports it, resuming with the first missing one;
 * otherwise whole. It does not report stored parts, so they are recorded here. Source: the REST API reference of
 * InvenioRDM and its decision about pluggable transfers.
 */
export function invenioFiles({ ask, to, target, all, signal }: Needs): FileSender {
  const ownOf = (path: string) => `${all}/${encodeURIComponent(keyOf(path))}`
  const letGo = (path: string) => to({ method: 'DELETE', path: ownOf(path), also: [404] })

  /** Starts a file that is sent as a whole; an interrupted one starts again. */
  async function begin(path: string): Promise<void> {
    const call = { method: 'POST' as const, path: all, json: [{ key: keyOf(path) }] }
    if ((await to({ ...call, also: [400] })).status !== 400) return
    await letGo(path)
    await to(call)
  }
  async function putWhole(file: Outgoing): Promise<void> {
    const stream = await streamOf(file, 0, file.size)
    await to({ method: 'PUT', path: `${ownOf(file.path)}/content`, stream })
  }
  async function commit({ path, size }: Outgoing): Promise<void> {
    const { said } = await to({ method: 'POST', path: `${ownOf(path)}/commit` })
    if (demand(Committed.safeParse(said)).size !== size) throw new Failure('institutionUploadRefused')
  }

  async function putPart(address: string | undefined, stream: Stream): Promise<string> {
    if (!address) throw new Failure('institutionAnswerWrong', { cause: 'no address for a part' })
    const url = new URL(address)
    // The token is for the repository alone: an address elsewhere was signed for the part.
    const headers: Record<string, string> = isSameSite(new URL(target.host), url)
      ? { authorization: `Bearer ${target.code}` }
      : {}
    return (await ask(url.href, { method: 'PUT', path: '', headers, stream, signal })).etag
  }
  const putParts = (file: Outgoing, parts: ReadonlyMap<number, string>, tags: readonly string[]) =>
    sendParts(file, {
      tags,
      partBytes: partBytesOf(file.size),
      put: (number, stream) => putPart(parts.get(number), stream),
      finish: () => commit(file),
      // The next attempt discards what it finds.
      letGo: () => Promise.resolve(),
    })

  /** Begins a file in parts; null: the repository does not know them, and takes it whole. */
  async function beginParts({ path, size }: Outgoing): Promise<Entry | null> {
    const part_size = partBytesOf(size)
    const transfer = { type: 'M', parts: Math.ceil(size / part_size), part_size }
    const call = { method: 'POST' as const, path: all, json: [{ key: keyOf(path), size, transfer }] }
    const { status, said } = await to({ ...call, also: [400, 403] })
    if (status === 400 || status === 403) {
      await begin(path)
      return null
    }
    return demand(Entries.safeParse(said)).entries.find(({ key }) => key === keyOf(path)) ?? null
  }
  async function entryOf(path: string): Promise<Entry | null> {
    const { status, said } = await to({ path: ownOf(path), also: [404] })
    return status === 404 ? null : demand(Entry.safeParse(said))
  }
  const partsOf = ({ links }: Entry): ReadonlyMap<number, string> | null =>
    links.parts?.length ? new Map(links.parts.map(({ part, url }) => [part, url])) : null

  /** Continues an earlier attempt if possible; false: the file starts again. */
  async function goOn(file: Outgoing, before: Entry): Promise<boolean> {
    const { begun, size } = file
    const isSame = before.status === 'pending' && before.transfer.part_size === partBytesOf(size)
    const parts = mayGoOn(begun) && isSame ? partsOf(before) : null
    if (!begun || !parts) return false
    await putParts(file, parts, begun.tags)
    return true
  }

  async function storeLarge(file: Outgoing): Promise<void> {
    const { path, size } = file
    const before = await entryOf(path)
    if (before?.status === 'completed' && before.size === size) return file.onKept(size)
    if (before && (await goOn(file, before))) return
    if (before) await letGo(path)
    const entry = await beginParts(file)
    const parts = entry && partsOf(entry)
    if (parts) {
      await file.onBegun(null)
      return putParts(file, parts, [])
    }
    await file.onWay(false)
    await putWhole(file)
    await commit(file)
  }

  return {
    async store(file) {
      if (file.size > PART_BYTES) return storeLarge(file)
      await begin(file.path)
      await putWhole(file)
      await commit(file)
    },
    close: () => undefined,
  }
}
