import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import { isSameSite } from '#server/http/outside-address.ts'
import type { FileSender, Outgoing, Target } from '../delivery.ts'
import { demand, type RepositoryAsk, type Said } from './asking.ts'
import { partOf } from './part-of.ts'

/** A file beyond this goes in parts of it (our choice): what breaks off costs no more than one. */
const PART_BYTES = 8 * 1_048_576
/** Object stores take no more parts of one file. */
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
const octets = 'application/octet-stream'
const isOver = (error: unknown) =>
  error instanceof Failure && error.refusal !== 'outsideUnreachable' && error.refusal !== 'institutionOffline'

/**
 * Brings files to a draft: large ones in parts where the repository takes them so, going on with the first that is not
 * there; whole otherwise. It says of no part that it is there, so that we remember it. Source: the REST API reference of
 * InvenioRDM and its decision about pluggable transfers.
 */
export function invenioFiles({ ask, to, target, all, signal }: Needs): FileSender {
  const ownOf = (path: string) => `${all}/${encodeURIComponent(keyOf(path))}`
  const letGo = (path: string) => to({ method: 'DELETE', path: ownOf(path), also: [404] })

  /** Begins a file that goes whole; one that began before and broke off begins anew. */
  async function begin(path: string): Promise<void> {
    const call = { method: 'POST' as const, path: all, json: [{ key: keyOf(path) }] }
    if ((await to({ ...call, also: [400] })).status !== 400) return
    await letGo(path)
    await to(call)
  }
  async function putWhole({ path, size, read, onBytes }: Outgoing): Promise<void> {
    const stream = { bytes: partOf(await read(0), size, onBytes), size, type: octets }
    await to({ method: 'PUT', path: `${ownOf(path)}/content`, stream })
  }
  async function commit({ path, size }: Outgoing): Promise<void> {
    const { said } = await to({ method: 'POST', path: `${ownOf(path)}/commit` })
    if (demand(Committed.safeParse(said)).size !== size) throw new Failure('institutionUploadRefused')
  }

  async function putPart(file: Outgoing, number: number, url: URL): Promise<void> {
    const partBytes = partBytesOf(file.size)
    const from = (number - 1) * partBytes
    const size = Math.min(partBytes, file.size - from)
    // The token is for the repository alone: an address elsewhere was signed for the part.
    const headers: Record<string, string> = isSameSite(new URL(target.host), url)
      ? { authorization: `Bearer ${target.code}` }
      : {}
    const bytes = partOf(await file.read(from), size, file.onBytes)
    await ask(url.href, { method: 'PUT', path: '', headers, stream: { bytes, size, type: octets }, signal })
  }

  async function putParts(file: Outgoing, parts: ReadonlyMap<number, string>, sent: number): Promise<void> {
    await file.onWay(true)
    file.onKept(Math.min(file.size, sent * partBytesOf(file.size)))
    for (let number = sent + 1; number <= parts.size; number += 1) {
      const url = parts.get(number)
      if (!url) throw new Failure('institutionAnswerWrong', { cause: `no address for part ${number}` })
      await putPart(file, number, new URL(url))
      await file.onParts(number)
    }
  }

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

  async function storeLarge(file: Outgoing): Promise<void> {
    const { path, size, partsSent } = file
    const before = await entryOf(path)
    if (before?.status === 'completed' && before.size === size) return file.onKept(size)
    const goesOn = partsSent > 0 && before?.status === 'pending' && before.transfer.part_size === partBytesOf(size)
    const known = goesOn && before ? partsOf(before) : null
    if (known) {
      await putParts(file, known, partsSent)
      return commit(file)
    }
    if (before) await letGo(path)
    if (partsSent > 0) await file.onParts(0)
    const begun = await beginParts(file)
    const parts = begun && partsOf(begun)
    if (parts) await putParts(file, parts, 0)
    else {
      await file.onWay(false)
      await putWhole(file)
    }
    await commit(file)
  }

  return {
    async store(file) {
      if (file.size <= PART_BYTES) {
        await begin(file.path)
        await putWhole(file)
        return commit(file)
      }
      try {
        await storeLarge(file)
      } catch (error) {
        // What the repository refuses of parts that it has does not go on for ever: the next time begins anew.
        if (isOver(error)) await file.onParts(0)
        throw error
      }
    },
    close: () => undefined,
  }
}
