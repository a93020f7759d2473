import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../support/world.ts'
import { bodyOf, contentOf, formOf, type Taking } from './deposits.ts'
import { serveSite } from './site.ts'

export const KEY = 'dataverse-key'
export const COLLECTION = 'lakes'
type DataverseFile = {
  id: number
  label: string
  directoryLabel: string
  bytes: Buffer
  about: Record<string, unknown>
}
/** A dataset of the collection; `released` counts its published versions. */
export type DataverseDataset = {
  id: string
  version: Record<string, unknown>
  files: DataverseFile[]
  state: 'DRAFT' | 'RELEASED'
  released: number
}

const say = (response: ServerResponse, status: number, data?: unknown) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: status < 300 ? 'OK' : 'ERROR', ...(data === undefined ? {} : { data }) }))
/** What Dataverse lets folders be called. */
const FOLDER = /^[\w .\-/]*$/
const required = ['title', 'author', 'datasetContact', 'dsDescription', 'subject']

/** A Dataverse installation with one collection, written from its public guide to the native API. */
export async function startDataverse(world: Pick<World, 'config'>) {
  const datasets = new Map<string, DataverseDataset>()
  const state = {
    key: KEY,
    /** Answers that a test gives instead of ours. */
    instead: null as null | ((request: IncomingMessage, response: ServerResponse) => boolean),
    calls: [] as string[],
    /** Files go straight to its object store, in parts beyond this size; null: they pass the server. */
    directBytes: null as number | null,
    /** Where the store is, instead of here. */
    storeOrigin: '',
    /** When addresses were signed, which are good for an hour; null: by the clock of this machine. */
    signedAt: null as null | Date,
    aborted: 0,
    breakOff: null as Taking['breakOff'],
    received: 0,
  }
  /** The object store beside it: bytes by what they are called, and files whose parts are not put together yet. */
  const stored = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let count = 0
  const namesIn = (version: Record<string, unknown>): string[] => {
    const blocks = version.metadataBlocks as { citation?: { fields?: { typeName: string }[] } } | undefined
    return blocks?.citation?.fields?.map(({ typeName }) => typeName) ?? []
  }
  const isValid = (version: Record<string, unknown>) => required.every((name) => namesIn(version).includes(name))

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { datasetVersion } = JSON.parse((await bodyOf(request)).toString()) as {
      datasetVersion: Record<string, unknown>
    }
    if (!isValid(datasetVersion)) return void say(response, 400)
    const id = `doi:10.5072/FK2/${(count += 1)}`
    datasets.set(id, { id, version: datasetVersion, files: [], state: 'DRAFT', released: 0 })
    say(response, 201, { id: count, persistentId: id })
  }

  async function add(dataset: DataverseDataset, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await formOf(request)
    const file = form.get('file')
    const about = JSON.parse(String(form.get('jsonData'))) as Record<string, unknown>
    const directoryLabel = String(about.directoryLabel ?? '')
    const direct = stored.get(String(about.storageIdentifier))
    if (direct) {
      dataset.files.push({ id: (count += 1), label: String(about.fileName), directoryLabel, bytes: direct, about })
      return void say(response, 200, { files: [] })
    }
    if (!(file instanceof Blob) || !FOLDER.test(directoryLabel)) return void say(response, 400)
    const bytes = Buffer.from(await file.arrayBuffer())
    dataset.files.push({ id: (count += 1), label: (file as File).name, directoryLabel, bytes, about })
    say(response, 200, { files: [] })
  }

  async function change(dataset: DataverseDataset, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const version = JSON.parse((await bodyOf(request)).toString()) as Record<string, unknown>
    if (!isValid(version)) return void say(response, 400)
    dataset.version = version
    dataset.state = 'DRAFT'
    say(response, 200, {})
  }

  /** Addresses that the store takes bytes at, each signed with the headers that must come along. */
  function uploadUrls(url: URL, response: ServerResponse): void {
    const { directBytes } = state
    if (directBytes === null) return void say(response, 404)
    const storageIdentifier = `s3://lake-bucket:${(count += 1)}`
    const origin = state.storeOrigin || site.origin
    const day = (state.signedAt ?? new Date()).toISOString().replace(/[-:]|\.\d+/g, '')
    const signed = (part: string) =>
      `${origin}/store/${count}?part=${part}&X-Amz-Date=${day}&X-Amz-Expires=3600` +
      '&X-Amz-SignedHeaders=host%3Bx-amz-tagging&X-Amz-Signature=s'
    const size = Number(url.searchParams.get('size'))
    if (size <= directBytes)
      return void say(response, 200, { url: signed(''), partSize: directBytes, storageIdentifier })
    const numbers = Array.from({ length: Math.ceil(size / directBytes) }, (_, at) => at + 1)
    uploads.set(storageIdentifier, new Map())
    const own = `/api/datasets/mpupload?storageidentifier=${encodeURIComponent(storageIdentifier)}`
    say(response, 200, {
      urls: Object.fromEntries(numbers.map((number) => [number, signed(String(number))])),
      partSize: directBytes,
      storageIdentifier,
      complete: own,
      abort: own,
    })
  }

  async function toStore(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await contentOf(request, state)
    if (!bytes) return
    // The store knows no key of Dataverse, and wants the header that was signed.
    const isRight =
      request.headers['x-dataverse-key'] === undefined && request.headers['x-amz-tagging'] === 'dv-state=temp'
    if (!isRight) return void response.writeHead(403).end()
    const id = `s3://lake-bucket:${url.pathname.slice('/store/'.length)}`
    const part = Number(url.searchParams.get('part'))
    const upload = uploads.get(id)
    if (part && !upload) return void response.writeHead(404).end()
    if (part) upload?.set(part, bytes)
    else stored.set(id, bytes)
    response.writeHead(200, { etag: `"tag-${part}-${bytes.length}"` }).end()
  }

  /** Puts the parts of a file together, once and by their tags, or lets them go. */
  async function together(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = url.searchParams.get('storageidentifier') ?? ''
    const upload = uploads.get(id)
    const tags = request.method === 'DELETE' ? {} : (JSON.parse((await bodyOf(request)).toString()) as object)
    if (!upload) return void say(response, 400)
    if (request.method === 'DELETE') {
      uploads.delete(id)
      state.aborted += 1
      return void say(response, 200)
    }
    const own = [...upload].sort(([a], [b]) => a - b)
    const known = Object.fromEntries(own.map(([number, bytes]) => [number, `tag-${number}-${bytes.length}`]))
    if (JSON.stringify(tags) !== JSON.stringify(known)) return void say(response, 400)
    uploads.delete(id)
    stored.set(id, Buffer.concat(own.map(([, bytes]) => bytes)))
    say(response, 200)
  }

  function listed({ files }: DataverseDataset) {
    return files.map(({ id, label, directoryLabel, bytes }) => ({
      label,
      ...(directoryLabel && { directoryLabel }),
      dataFile: { id, filesize: bytes.length },
    }))
  }

  function onDataset(dataset: DataverseDataset, rest: string, request: IncomingMessage, response: ServerResponse) {
    if (rest === 'add') return void add(dataset, request, response)
    if (rest === 'uploadurls') return uploadUrls(new URL(request.url ?? '/', 'http://x'), response)
    if (rest === 'versions/:draft/files') return void say(response, 200, listed(dataset))
    if (rest === 'versions/:draft' && request.method === 'PUT') return void change(dataset, request, response)
    if (rest === 'versions/:draft') {
      if (dataset.released) dataset.state = 'RELEASED'
      else datasets.delete(dataset.id)
      return void say(response, 200, {})
    }
    if (rest === 'actions/:publish') {
      if (dataset.state === 'RELEASED') return void say(response, 409)
      dataset.state = 'RELEASED'
      dataset.released += 1
      return void say(response, 200, {})
    }
    say(response, 200, { latestVersion: { versionState: dataset.state } })
  }

  const site = await serveSite(world, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const path = url.pathname
    state.calls.push(`${request.method} ${path.startsWith('/store/') ? request.url : path}`)
    if (state.instead?.(request, response)) return
    if (path.startsWith('/store/')) return void toStore(url, request, response)
    if (request.headers['x-dataverse-key'] !== state.key) return void say(response, 401)
    if (path === '/api/users/:me') return void say(response, 200, { identifier: '@lake' })
    if (path === `/api/dataverses/${COLLECTION}`) return void say(response, 200, { alias: COLLECTION })
    if (path === `/api/dataverses/${COLLECTION}/datasets`) return void create(request, response)
    if (path === '/api/datasets/mpupload') return void together(url, request, response)
    const [, file] = /^\/api\/files\/(\d+)$/.exec(path) ?? []
    if (file) {
      for (const dataset of datasets.values()) dataset.files = dataset.files.filter(({ id }) => id !== Number(file))
      return void say(response, 200, {})
    }
    const dataset = datasets.get(url.searchParams.get('persistentId') ?? '')
    if (!path.startsWith('/api/datasets/:persistentId/') || !dataset) return void say(response, 404)
    onDataset(dataset, path.slice('/api/datasets/:persistentId/'.length), request, response)
  })
  return { ...site, state, datasets, uploads, say }
}
