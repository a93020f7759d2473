import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import type { Outgoing } from '../delivery.ts'
import { demand, type RepositoryAsk, type Said, type Stream } from './asking.ts'
import { partOf } from './part-of.ts'

const address = z.url({ protocol: /^https?$/ })
/** Where the bytes of a file go: to one address, or in parts to several. */
const Place = z.object({
  data: z.union([
    z.object({ url: address, storageIdentifier: z.string() }),
    z.object({
      urls: z.record(z.string().check(z.regex(/^\d{1,5}$/)), address),
      partSize: z.number().check(z.minimum(1)),
      storageIdentifier: z.string(),
      complete: z.string().check(z.regex(/^\//)),
      abort: z.string().check(z.regex(/^\//)),
    }),
  ]),
})
type Parts = Extract<z.infer<typeof Place>['data'], { urls: unknown }>
/** A call to the repository itself, by its path. */
type Call = { method: 'GET' | 'PUT' | 'DELETE'; path: string; json?: unknown; also?: readonly number[] }
type Needs = { ask: RepositoryAsk; call: (call: Call) => Promise<Said>; signal: AbortSignal }

/** Whether an address was signed together with a header. */
const signs = (url: URL, header: string) =>
  (url.searchParams.get('X-Amz-SignedHeaders') ?? '').toLowerCase().split(';').includes(header)

/**
 * Brings files straight to the object store of a Dataverse, by the addresses that it signs for them, so that they need
 * not pass its server. Source: the guide to the direct upload API of Dataverse.
 */
export function dataverseDirect({ ask, call, signal }: Needs) {
  /** Puts bytes to a signed address, which knows nobody's key; answers their entity tag. */
  async function put(to: string, stream: Stream): Promise<string> {
    const url = new URL(to)
    // A store that takes tags forgets what is not added to a dataset in time.
    const headers: Record<string, string> = signs(url, 'x-amz-tagging') ? { 'x-amz-tagging': 'dv-state=temp' } : {}
    return (await ask(url.href, { method: 'PUT', path: '', headers, stream, signal })).etag
  }

  async function putParts({ size, read, onBytes }: Outgoing, { urls, partSize, complete, abort }: Parts) {
    const tags: Record<string, string> = {}
    const count = Math.ceil(size / partSize)
    try {
      for (let number = 1; number <= count; number += 1) {
        const to = urls[number]
        if (!to) throw new Failure('institutionAnswerWrong', { cause: `no address for part ${number}` })
        const from = (number - 1) * partSize
        const own = Math.min(partSize, size - from)
        const bytes = partOf(await read(from), own, onBytes)
        tags[number] = await put(to, { bytes, size: own, type: 'application/octet-stream' })
      }
    } catch (error) {
      // What came of it is let go; where that fails, the store forgets it by itself.
      await call({ method: 'DELETE', path: abort, also: [404] }).catch(() => undefined)
      throw error
    }
    await call({ method: 'PUT', path: complete, json: tags })
  }

  /** Brings a file; answers what it is called in the store, null where the repository takes files itself. */
  return async function bring(file: Outgoing, path: string): Promise<string | null> {
    const { status, said } = await call({ method: 'GET', path, also: [404] })
    if (status === 404) return null
    const { data } = demand(Place.safeParse(said))
    const { size, read, onBytes } = file
    if ('urls' in data) await putParts(file, data)
    else await put(data.url, { bytes: partOf(await read(0), size, onBytes), size, type: 'application/octet-stream' })
    return data.storageIdentifier
  }
}
