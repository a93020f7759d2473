import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Delivery, FileSender, Outgoing, Target } from '../delivery.ts'
import { type Call, demand, type RepositoryAsk, type Said, type Stream } from './asking.ts'
import { dataverseDirect, letBegunGo } from './dataverse-direct.ts'
import { dataverseVersion } from './dataverse-record.ts'

const Created = z.object({ data: z.object({ persistentId: z.string().check(z.minLength(1)) }) })
const Seen = z.object({ data: z.object({ latestVersion: z.object({ versionState: z.string() }) }) })
const Listed = z.object({
  data: z.array(
    z.object({
      label: z.string(),
      directoryLabel: z._default(z.string(), ''),
      dataFile: z.object({ id: z.number(), filesize: z.number() }),
    }),
  ),
})

/** Characters that folders, and names, must not have there; written by their number, so that no two names meet. */
const encoded = (text: string, refused: RegExp) =>
  text.replace(refused, (char) => `_u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
const IN_FOLDERS = /_(?=u[0-9a-f]{4})|[^\w .\-/]/g
const IN_NAMES = /_(?=u[0-9a-f]{4})|[:*?"<>|;#\\]/g
/** The folder and name of a file. */
export function placeOf(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/')
  return { folder: encoded(path.slice(0, Math.max(0, at)), IN_FOLDERS), name: encoded(path.slice(at + 1), IN_NAMES) }
}
const pathAt = (folder: string, name: string) => (folder ? `${folder}/${name}` : name)

/** Deposits to Dataverse by its native API: a dataset of a collection, its files, and its publication. */
export function dataverseDelivery(ask: RepositoryAsk, now: () => Date): Delivery {
  const to = ({ host, code }: Target, call: Omit<Call, 'headers'>): Promise<Said> =>
    ask(host, { ...call, headers: { 'x-dataverse-key': code } })
  const pathOf = (id: string, rest: string, more = '') =>
    `/api/datasets/:persistentId${rest}?persistentId=${encodeURIComponent(id)}${more}`

  async function verify(target: Target, signal?: AbortSignal): Promise<void> {
    await to(target, { path: '/api/users/:me', signal })
    await to(target, { path: `/api/dataverses/${encodeURIComponent(target.account)}`, signal })
  }

  const filesOf = async (target: Target, id: string, signal: AbortSignal) =>
    demand(Listed.safeParse((await to(target, { path: pathOf(id, '/versions/:draft/files'), signal })).said)).data

  /** Creates the next version of a dataset: its draft gets the record and none of the last version's files. */
  async function nextVersion(target: Target, id: string, json: unknown, signal: AbortSignal): Promise<void> {
    await to(target, { method: 'PUT', path: pathOf(id, '/versions/:draft'), json, signal })
    for (const { dataFile } of await filesOf(target, id, signal))
      await to(target, { method: 'DELETE', path: `/api/files/${dataFile.id}`, also: [404], signal })
  }

  async function announce(target: Target, { deposit }: Parameters<Delivery['announce']>[1], signal: AbortSignal) {
    const version = dataverseVersion(deposit)
    if (deposit.rootId) {
      await nextVersion(target, deposit.rootId, version, signal)
      return { resourceId: deposit.rootId, url: '', username: '', password: '' }
    }
    const path = `/api/dataverses/${encodeURIComponent(target.account)}/datasets`
    const { said } = await to(target, { method: 'POST', path, json: { datasetVersion: version }, signal })
    return { resourceId: demand(Created.safeParse(said)).data.persistentId, url: '', username: '', password: '' }
  }

  async function sender(
    target: Target,
    { resourceId, isOpen }: { resourceId: string; isOpen: boolean },
    signal: AbortSignal,
  ) {
    const here = new Map(
      (await filesOf(target, resourceId, signal)).map(({ label, directoryLabel, dataFile }) => [
        pathAt(directoryLabel, label),
        dataFile,
      ]),
    )
    const bring = dataverseDirect({ ask, now, signal, call: (call) => to(target, { ...call, signal }) })
    return {
      async store(file) {
        const { folder, name } = placeOf(file.path)
        const before = here.get(pathAt(folder, name))
        // It arrived, and its answer was lost.
        if (before?.filesize === file.size) return file.onKept(file.size)
        if (before) await to(target, { method: 'DELETE', path: `/api/files/${before.id}`, also: [404], signal })
        const about = { directoryLabel: folder, description: file.path, restrict: !isOpen, tabIngest: false }
        const add = async (stream: Stream) =>
          void (await to(target, { method: 'POST', path: pathOf(resourceId, '/add'), stream, signal }))
        const addStored = (stored: string) => add(formOf(storedAs(about, file, { name, stored })))
        const urls = pathOf(resourceId, '/uploadurls', `&size=${file.size}`)
        if (!(await bring(file, urls, addStored))) await add(formOf(about, file, name))
      },
      close: () => undefined,
    } satisfies FileSender
  }

  async function isReleased(target: Target, id: string, signal?: AbortSignal): Promise<boolean | null> {
    const { status, said } = await to(target, { path: pathOf(id, '/'), also: [404], signal })
    return status === 404 ? null : demand(Seen.safeParse(said)).data.latestVersion.versionState === 'RELEASED'
  }

  async function complete(target: Target, resourceId: string, signal: AbortSignal) {
    const publish = { method: 'POST' as const, path: pathOf(resourceId, '/actions/:publish', '&type=major'), signal }
    if (!(await isReleased(target, resourceId, signal))) await to(target, publish)
    const detailsUrl = `${target.host}/dataset.xhtml?persistentId=${encodeURIComponent(resourceId)}`
    const doi = resourceId.startsWith('doi:') ? resourceId.slice('doi:'.length) : ''
    return { isWhole: true, published: { doi, detailsUrl } }
  }

  async function cancel(target: Target, resourceId: string, begun?: unknown): Promise<boolean> {
    const state = await isReleased(target, resourceId)
    if (state) return false
    await letBegunGo((call) => to(target, call), begun)
    if (state === false)
      await to(target, { method: 'DELETE', path: pathOf(resourceId, '/versions/:draft'), also: [404] })
    return true
  }

  return { verify, announce, sender, complete, cancel }
}

/** The properties of a file that is in the object store already. */
const storedAs = (about: object, { sha256 }: Outgoing, { name, stored }: { name: string; stored: string }) => ({
  ...about,
  storageIdentifier: stored,
  fileName: name,
  mimeType: 'application/octet-stream',
  checksum: { '@type': 'SHA-256', '@value': sha256 },
})

/** The properties of a file as a form, with its bytes if they are sent in it. */
function formOf(about: object, file?: Outgoing, name = '') {
  const boundary = `form-${randomUUID()}`
  const quoted = name.replaceAll('"', '%22')
  const said =
    `--${boundary}\r\nContent-Disposition: form-data; name="jsonData"\r\n\r\n${JSON.stringify(about)}\r\n` +
    (file
      ? `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n'
      : '')
  const head = Buffer.from(said)
  const tail = Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`)
  async function* bytes() {
    yield head
    if (file)
      for await (const piece of await file.read(0)) {
        file.onBytes(piece.length)
        yield piece
      }
    yield tail
  }
  const size = head.length + (file?.size ?? 0) + tail.length
  return { bytes: bytes(), size, type: `multipart/form-data; boundary=${boundary}` }
}
