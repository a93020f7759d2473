import type { PublishedKind } from '#contract/imports.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess, type Outside } from '#server/http/outside.ts'
import type { NewPart, Running } from '#server/modules/tasks/index.ts'
import { lengthOf } from '../drives/text.ts'
import { cleanName, cleanPath, nameOf } from '../names.ts'
import type { Sealer } from '../sealer.ts'
import type { Source } from '../source.ts'
import type { Sums } from '../sums.ts'
import { type ArchiveNeeds, archiveSource } from './archive.ts'
import { isBagDeclaration, readBag } from './bag.ts'
import { crateOf, readCrate } from './crate.ts'
import { dataverseVersion, readDataverse } from './dataverse.ts'
import { INVENIO_METADATA, invenioRecord, readInvenio } from './invenio.ts'
import { type Ask, asking, type Published, type PublishedFile, textOf } from './published.ts'

/** The location of a published dataset, and how it is read. */
export type PublishedPlace = { kind: PublishedKind; url: string }

const readers: Record<Exclude<PublishedKind, 'archive'>, (ask: Ask, url: string) => Promise<Published>> = {
  invenio: readInvenio,
  dataverse: readDataverse,
  crate: readCrate,
  bag: readBag,
}
const CRATE_PROFILE = 'https://w3id.org/ro/crate'
const DOI = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/\S+)$/i

/** The entered address, resolved if it is a DOI. Throws publishedLinkWrong. */
export function publishedAddress(entered: string): URL {
  const [, doi] = DOI.exec(entered) ?? []
  const text = doi ? `https://doi.org/${doi}` : entered
  if (/\s/.test(text) || !URL.canParse(text)) throw new Failure('publishedLinkWrong')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new Failure('publishedLinkWrong')
  return url
}

/** The description of a crate that a page names in its Link header (FAIR Signposting); null if there is none. */
function signpostedCrate(header: string, page: URL): string | null {
  const links = header.split(/,\s*(?=<)/)
  const crate = links.find((link) => /;\s*rel="?describedby"?/.test(link) && link.includes(CRATE_PROFILE))
  const [, href] = /^<([^>]+)>/.exec(crate ?? '') ?? []
  return href && URL.canParse(href, page) ? new URL(href, page).href : null
}

/** Identifies what is behind an address. Throws publishedUnknown, outsideUnreachable and the like. */
export async function publishedPlace(outside: Outside, address: URL, signal: AbortSignal): Promise<PublishedPlace> {
  const ask = asking(outside, signal)
  const answer = await ask(address, 'text/html, application/ld+json;q=0.9, */*;q=0.8')
  if (answer.status === 404 || answer.status === 410) {
    answer.discard()
    throw new Failure('publishedUnknown')
  }
  demandSuccess(answer)
  const { url, headers } = answer
  const type = headers['content-type'] ?? ''
  const found = ((): PublishedPlace | null => {
    const [version, record] = [dataverseVersion(url), invenioRecord(url)]
    const crate = signpostedCrate([headers.link ?? []].flat().join(', '), url)
    if (crate) return { kind: 'crate', url: crate }
    if (version) return { kind: 'dataverse', url: version }
    if (record) return { kind: 'invenio', url: record }
    if (/^application\/(x-)?zip/.test(type) || url.pathname.endsWith('.zip')) return { kind: 'archive', url: url.href }
    return null
  })()
  if (found) {
    answer.discard()
    return found
  }
  const text = await textOf(answer)
  if (isBagDeclaration(text)) return { kind: 'bag', url: new URL('.', url).href }
  if (crateOf(text)) return { kind: 'crate', url: url.href }
  throw new Failure('publishedUnknown')
}

/** The contents of a published dataset; those of an archive are unknown until it is fetched. */
export async function lookAtPublished(outside: Outside, { kind, url }: PublishedPlace, signal: AbortSignal) {
  if (kind === 'archive') return { kind, title: nameOf(new URL(url)), fileCount: null, sizeBytes: null }
  const { title, files } = await readers[kind](asking(outside, signal), url)
  const isSized = files.every(({ size }) => size !== null)
  const sizeBytes = isSized ? files.reduce((sum, { size }) => sum + (size ?? 0), 0) : null
  return { kind, title: title || nameWithout(url), fileCount: files.length, sizeBytes }
}

/** The name of an archive or a page, for what says no title. */
const nameWithout = (url: string): string => nameOf(new URL(url)).replace(/\.zip$/i, '')
const partOf = ({ path, size, url, sums, isRefused }: PublishedFile): NewPart => ({
  path: cleanPath(path),
  size: size ?? 0,
  source: { url, sums },
  ...(isRefused && { refused: 'outsideSignIn' as const }),
})

/** The files of a published dataset, below a folder with its title, each compared with the checksum that was published. */
export function publishedSource(
  task: Running,
  { sealer, outside, ...needs }: { sealer: Sealer; outside: Outside } & Omit<ArchiveNeeds, 'ask'>,
): Source {
  const { kind, url } = sealer.open<PublishedPlace>(String(task.options.place))
  const ask = asking(outside, task.signal)
  const archive = kind === 'archive' ? archiveSource({ ...needs, ask }, url, task) : null

  async function listed(): Promise<{ title: string; parts: NewPart[] }> {
    if (kind === 'archive') return archive?.plan() ?? { title: '', parts: [] }
    const { title, files, metadata } = await readers[kind](ask, url)
    const parts = files.map(partOf)
    const isNew = metadata && !parts.some(({ path }) => path === metadata.name)
    return { title, parts: isNew ? [...parts, { path: metadata.name, source: { url: metadata.url } }] : parts }
  }

  return {
    isSized: kind === 'archive',
    async *plan() {
      const { title, parts } = await listed()
      const top = cleanName(title || nameWithout(url))
      await task.entitle(top)
      yield { path: top, isFolder: true }
      for (const part of parts) yield { ...part, path: `${top}/${part.path}` }
    },
    async open(part, signal) {
      const sums = (part.source.sums ?? {}) as Sums
      if (archive) return { ...(await archive.open(part)), sums }
      const accept = part.source.url === url && kind === 'invenio' ? INVENIO_METADATA : '*/*'
      const answer = await outside.ask(String(part.source.url), { headers: { accept }, signal })
      demandSuccess(answer)
      const size = lengthOf(answer.headers['content-length'])
      if (size !== null && part.size && size !== part.size) throw new Failure('outsideChanged')
      return { size, bytes: answer.body, sums }
    },
  }
}
