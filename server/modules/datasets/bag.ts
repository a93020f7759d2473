import { createHash } from 'node:crypto'
import type { DatasetFile } from '#contract/publications/dataset.ts'
import type { ZipEntry } from '#server/modules/files/index.ts'
import type { Described } from './described.ts'

/** A path as a manifest writes it. Source: RFC 8493, section 2.1.3. */
const written = (path: string) => path.replace(/[%\r\n]/g, encodeURIComponent)

type Pieces = () => AsyncIterable<string>
/** A text that is written while it is sent; its length and hash are known before. */
type Written = { pieces: Pieces; size: number; sha256: string }

export async function writtenOf(pieces: Pieces): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of pieces()) {
    hash.update(piece)
    size += Buffer.byteLength(piece)
  }
  return { pieces, size, sha256: hash.digest('hex') }
}

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
export const writtenEntry = (name: string, { size, pieces }: Written, modified: Date): ZipEntry => ({
  name,
  size,
  modified,
  open: async () => bytesOf(pieces()),
})

const line = (sha256: string, path: string) => `${sha256}  ${written(path)}\n`
/** The hashes of files as `sha256sum --check` reads them. */
export async function* manifestOf(pages: AsyncIterable<readonly DatasetFile[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(({ sha256, path }) => line(sha256, path)).join('')
}

async function* linesOf(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines
}

/** An entry of the payload of a bag, and its hash. */
export type Bagged = { entry: ZipEntry; sha256: string }

function* infoOf({ version, identifier }: Described, payload: readonly Bagged[]): Generator<string> {
  const { metadata, publisher, publishedAt } = version
  const size = payload.reduce((sum, { entry }) => sum + entry.size, 0)
  const info = {
    'Source-Organization': publisher.zh || publisher.en,
    'External-Identifier': identifier.url,
    'External-Description': metadata.title.zh || metadata.title.en,
    'Bagging-Date': publishedAt.slice(0, 10),
    'Payload-Oxum': `${size}.${payload.length}`,
  }
  // Continuation lines begin with a space, so values must contain no line breaks.
  for (const [name, value] of Object.entries(info)) yield `${name}: ${value.replace(/\s+/g, ' ')}\n`
}

function* payloadLines(payload: readonly Bagged[]): Generator<string> {
  for (const { entry, sha256 } of payload) yield line(sha256, `data/${entry.name}`)
}

/** The tag files of a bag: declaration, information, and manifests of the payload and of the tag files. */
export async function tagEntries(dataset: Described, payload: readonly Bagged[]): Promise<ZipEntry[]> {
  const modified = new Date(dataset.version.publishedAt)
  const tags: [name: string, written: Written][] = [
    ['bagit.txt', await writtenOf(() => linesOf(['BagIt-Version: 1.0\n', 'Tag-File-Character-Encoding: UTF-8\n']))],
    ['bag-info.txt', await writtenOf(() => linesOf(infoOf(dataset, payload)))],
    ['manifest-sha256.txt', await writtenOf(() => linesOf(payloadLines(payload)))],
  ]
  const hashes = tags.map(([name, { sha256 }]) => line(sha256, name))
  tags.push(['tagmanifest-sha256.txt', await writtenOf(() => linesOf(hashes))])
  return tags.map(([name, text]) => writtenEntry(name, text, modified))
}
