import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import type { Outgoing } from '../delivery.ts'
import { demand, type RepositoryAsk, type Said, type Stream } from './asking.ts'
import { mayGoOn, sendParts, streamOf } from './in-parts.ts'

const address = z.url({ protocol: /^https?$/ })
/** An upload in parts: an address for each, and paths of the repository that end it. */
const Parts = z.object({
  urls: z.record(z.string().check(z.regex(/^\d{1,5}$/)), address),
  partSize: z.number().check(z.minimum(1)),
  storageIdentifier: z.string(),
  complete: z.string().check(z.regex(/^\//)),
  abort: z.string().check(z.regex(/^\//)),
})
type Parts = z.infer<typeof Parts>
/** The target of a file: one address, or several for its parts. */
const Place = z.object({ data: z.union([z.object({ url: address, storageIdentifier: z.string() }), Parts]) })

/** A call to the repository itself, by its path. */
type Call = { method: 'GET' | 'PUT' | 'DELETE'; path: string; json?: unknown; also?: readonly number[] }
type Needs = { ask: RepositoryAsk; call: (call: Call) => Promise<Said>; now: () => Date; signal: AbortSignal }

/** Whether an address was signed together with a header. */
const signs = (url: URL, header: string) =>
  (url.searchParams.get('X-Amz-SignedHeaders') ?? '').toLowerCase().split(';').includes(header)

/** The expiry in the addresses (AWS Signature 4); without one they never expire. */
function endOf({ urls }: Parts): number {
  const { searchParams } = new URL(Object.values(urls)[0] ?? 'https://none.invalid')
  const [, ...at] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? []
  const [year = 0, month = 0, ...rest] = at.map(Number)
  const seconds = Number(searchParams.get('X-Amz-Expires'))
  return at.length && seconds ? Date.UTC(year, month - 1, ...rest) + seconds * 1000 : Number.POSITIVE_INFINITY
}

/** Discards the stored parts of a file; if that fails, the store deletes them itself. */
const abortUpload = (call: Needs['call'], { abort }: Parts) =>
  call({ method: 'DELETE', path: abort, also: [400, 404] }).catch(() => undefined)
export async function letBegunGo(call: Needs['call'], to: unknown): Promise<void> {
  const begun = Parts.safeParse(to)
  if (begun.success) await abortUpload(call, begun.data)
}

/**
 * Uploads files directly to the object store of a Dataverse, by addresses that it signs, so that they don't pass
 * through its server. It signs the addresses of an upload only once, so they are stored. Source: the guide to the
 * direct upload API of Dataverse.
 */
export function dataverseDirect({ ask, call, now, signal }: Needs) {
  /** Sends bytes to a signed address, without credentials; returns their entity tag. */
  async function put(to: string, stream: Stream): Promise<string> {
    const url = new URL(to)
    // A store that supports tags deletes what is not added to a dataset in time.
    const headers: Record<string, string> = signs(url, 'x-amz-tagging') ? { 'x-amz-tagging': 'dv-state=temp' } : {}
    return (await ask(url.href, { method: 'PUT', path: '', headers, stream, signal })).etag
  }

  function putParts(file: Outgoing, parts: Parts, before: readonly string[], add: (stored: string) => Promise<void>) {
    const { urls, partSize, complete, storageIdentifier } = parts
    // All parts were stored: the response to joining them may have been lost, and adding the file shows it.
    const also = before.length === Math.ceil(file.size / partSize) ? [400, 404, 500] : []
    return sendParts(file, {
      tags: before,
      partBytes: partSize,
      put(number, stream) {
        const to = urls[number]
        if (!to) throw new Failure('institutionAnswerWrong', { cause: `no address for part ${number}` })
        return put(to, stream)
      },
      async finish(tags) {
        const json = Object.fromEntries(tags.map((tag, at) => [at + 1, tag]))
        await call({ method: 'PUT', path: complete, json, also })
        await add(storageIdentifier)
      },
      letGo: async () => void (await abortUpload(call, parts)),
    })
  }

  /** The upload of an earlier attempt, if it can continue; otherwise it is discarded. */
  async function goingOn({ begun }: Outgoing): Promise<{ parts: Parts; tags: readonly string[] } | null> {
    const known = Parts.safeParse(begun?.to)
    if (!known.success) return null
    if (mayGoOn(begun) && endOf(known.data) > now().getTime()) return { parts: known.data, tags: begun.tags }
    await abortUpload(call, known.data)
    return null
  }

  /**
   * Uploads a file and calls `add` to register it in the dataset by its name in the store; false if the repository
   * receives files itself.
   */
  return async function bring(file: Outgoing, path: string, add: (stored: string) => Promise<void>): Promise<boolean> {
    const before = await goingOn(file)
    if (before) {
      await putParts(file, before.parts, before.tags, add)
      return true
    }
    const { status, said } = await call({ method: 'GET', path, also: [404] })
    const data = status === 404 ? null : demand(Place.safeParse(said)).data
    if (data && 'urls' in data) {
      await file.onBegun(data)
      await putParts(file, data, [], add)
      return true
    }
    await file.onWay(false)
    if (!data) return false
    await put(data.url, await streamOf(file, 0, file.size))
    await add(data.storageIdentifier)
    return true
  }
}
