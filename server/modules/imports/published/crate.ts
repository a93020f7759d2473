import * as z from 'zod/mini'
import { type Sums, sumOf } from '../sums.ts'
import { type Ask, type Published, read, textOf } from './published.ts'

export const CRATE_FILE = 'ro-crate-metadata.json'
const Ref = z.object({ '@id': z.string() })
const Entity = z.looseObject({ '@id': z.string(), '@type': z.union([z.string(), z.array(z.string())]) })
const Crate = z.object({ '@graph': z.array(z.unknown()) })
type Entity = z.infer<typeof Entity>

const isA = ({ '@type': type }: Entity, name: string) => [type].flat().includes(name)
const sizeOf = (said: unknown): number | null => {
  const size = Number(typeof said === 'string' || typeof said === 'number' ? said : Number.NaN)
  return Number.isSafeInteger(size) && size >= 0 ? size : null
}
const sumsOf = (entity: Entity): Sums =>
  Object.assign({}, ...['sha256', 'sha512', 'sha1', 'md5'].map((kind) => sumOf(kind, entity[kind])))
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A name with a literal percent sign.
    return text
  }
}

/** The path that an identifier or an address writes, each of its names decoded. */
export const pathOfId = (id: string): string => id.split('/').map(decoded).join('/')

/** A file of a crate as its description names it: beside the description, or anywhere. */
export type CrateFile = { id: string; size: number | null; sums: Sums }
/** The title and files of a crate; null if the text is none. */
export function crateOf(text: string): { title: string; files: CrateFile[] } | null {
  const graph = read(Crate, text)?.['@graph'].flatMap((one) => Entity.safeParse(one).data ?? [])
  const descriptor = graph?.find(({ '@id': id }) => /(^|\/)ro-crate-metadata\.json(ld)?$/.test(id))
  const root = graph?.find(({ '@id': id }) => id === Ref.safeParse(descriptor?.about).data?.['@id'])
  if (!graph || !root) return null
  const files = graph
    .filter((one) => one !== descriptor && (isA(one, 'File') || isA(one, 'MediaObject')))
    .map((one) => ({ id: one['@id'], size: sizeOf(one.contentSize), sums: sumsOf(one) }))
  return { title: typeof root.name === 'string' ? root.name : '', files }
}

/** The common parent folder of all addresses. */
function sharedFolder(urls: readonly URL[]): string {
  const [first = [], ...rest] = urls.map(({ origin, pathname }) => [origin, ...pathname.split('/').slice(1, -1)])
  const differs = first.findIndex((step, at) => rest.some((other) => other[at] !== step))
  return `${first.slice(0, differs < 0 ? undefined : differs).join('/')}/`
}

/** A crate by the address of its description. */
export async function readCrate(ask: Ask, address: string): Promise<Published> {
  const crate = crateOf(await textOf(await ask(address, 'application/ld+json, application/json')))
  const files = (crate?.files ?? []).flatMap((file) =>
    URL.canParse(file.id, address) ? [{ ...file, url: new URL(file.id, address) }] : [],
  )
  const web = files.filter(({ url }) => /^https?:$/.test(url.protocol))
  const base = new URL('.', address).href
  const isBeside = web.every(({ url }) => url.href.startsWith(base))
  const above = isBeside ? base : sharedFolder(web.map(({ url }) => url))
  const pathOf = ({ origin, pathname }: URL) => (origin + pathname).slice(above.length)
  return {
    title: crate?.title ?? '',
    files: web.map(({ url, size, sums }) => ({
      path: pathOfId(pathOf(url)),
      size,
      url: url.href,
      sums,
    })),
    metadata: { url: address, name: CRATE_FILE },
  }
}
