import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../support/world.ts'
import { bodyOf, formOf } from './deposits.ts'
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
  }
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

  function listed({ files }: DataverseDataset) {
    return files.map(({ id, label, directoryLabel, bytes }) => ({
      label,
      ...(directoryLabel && { directoryLabel }),
      dataFile: { id, filesize: bytes.length },
    }))
  }

  function onDataset(dataset: DataverseDataset, rest: string, request: IncomingMessage, response: ServerResponse) {
    if (rest === 'add') return void add(dataset, request, response)
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
    state.calls.push(`${request.method} ${path}`)
    if (state.instead?.(request, response)) return
    if (request.headers['x-dataverse-key'] !== state.key) return void say(response, 401)
    if (path === '/api/users/:me') return void say(response, 200, { identifier: '@lake' })
    if (path === `/api/dataverses/${COLLECTION}`) return void say(response, 200, { alias: COLLECTION })
    if (path === `/api/dataverses/${COLLECTION}/datasets`) return void create(request, response)
    const [, file] = /^\/api\/files\/(\d+)$/.exec(path) ?? []
    if (file) {
      for (const dataset of datasets.values()) dataset.files = dataset.files.filter(({ id }) => id !== Number(file))
      return void say(response, 200, {})
    }
    const dataset = datasets.get(url.searchParams.get('persistentId') ?? '')
    if (!path.startsWith('/api/datasets/:persistentId/') || !dataset) return void say(response, 404)
    onDataset(dataset, path.slice('/api/datasets/:persistentId/'.length), request, response)
  })
  return { ...site, state, datasets, say }
}
