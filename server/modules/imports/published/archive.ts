import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import { demandSuccess } from '#server/http/outside.ts'
import { type Bytes, bytesOf, entriesOf, entryContent } from '#server/modules/archives/index.ts'
import type { NewPart, Part, Running } from '#server/modules/tasks/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Sums } from '../sums.ts'
import { bagTitle, isBagDeclaration, MANIFESTS, payloadOf } from './bag.ts'
import { CRATE_FILE, crateOf } from './crate.ts'
import type { Ask } from './published.ts'

/** Longest description in an archive, in bytes. */
const TEXT_BYTES = 8 * 1_048_576
/** Step in which room is kept for an archive of unknown size, in bytes. */
const STEP_BYTES = 67_108_864

type Needs = { blobs: BlobStore; ask: Ask }
/** An archive with what describes it: the folder that it lies in, its title, and the checksums of its files. */
type Described = { root: string; title: string; payload: string; sums: ReadonlyMap<string, Sums> }

/** A bag or a crate as one zip: fetched whole, then unpacked into the space. */
export function archiveSource({ blobs, ask }: Needs, url: string, task: Running) {
  let opened: Promise<Bytes> | null = null

  /** The archive here, with room kept for it as it comes: what is in it will need more. */
  async function fetched(): Promise<Bytes> {
    const answer = await ask(url)
    demandSuccess(answer)
    async function* counted() {
      let [length, room] = [0, 0]
      for await (const piece of answer.body) {
        task.signal.throwIfAborted()
        length += piece.length
        if (length > room) await task.reserve((room = length + STEP_BYTES))
        yield piece
      }
    }
    return bytesOf(blobs, await blobs.put(Readable.from(counted(), { objectMode: false })))
  }
  const bytes = () => (opened ??= fetched())

  async function textIn(parts: readonly NewPart[], path: string): Promise<string | null> {
    const found = parts.find((one) => one.path === path && one.source)
    if (!found?.source || (found.size ?? 0) > TEXT_BYTES) return null
    const pieces: Buffer[] = []
    const part = { size: found.size ?? 0, source: found.source }
    for await (const piece of entryContent(await bytes(), part, task.signal)) pieces.push(piece)
    return Buffer.concat(pieces).toString('utf8')
  }

  async function bagIn(parts: readonly NewPart[], root: string): Promise<Described | null> {
    if (!isBagDeclaration((await textIn(parts, `${root}bagit.txt`)) ?? '')) return null
    const title = bagTitle((await textIn(parts, `${root}bag-info.txt`)) ?? '')
    for (const kind of MANIFESTS) {
      const manifest = await textIn(parts, `${root}manifest-${kind}.txt`)
      if (manifest !== null) return { root, title, payload: 'data/', sums: payloadOf(kind, manifest) }
    }
    return null
  }

  async function crateIn(parts: readonly NewPart[], root: string): Promise<Described | null> {
    const crate = crateOf((await textIn(parts, root + CRATE_FILE)) ?? '')
    const sums = crate?.files.map(({ id, sums: said }) => [decodeURI(id).replace(/^\.\//, ''), said] as const)
    return crate && { root, title: crate.title, payload: '', sums: new Map(sums) }
  }

  async function describedBy(parts: readonly NewPart[]): Promise<Described> {
    const description = parts.find(({ path }) => /^([^/]+\/)?(bagit\.txt|ro-crate-metadata\.json)$/.test(path))
    const root = description?.path.replace(/[^/]+$/, '') ?? ''
    const found = description && ((await bagIn(parts, root)) ?? (await crateIn(parts, root)))
    if (!found) throw new Failure('publishedUnknown')
    return found
  }

  return {
    async plan(): Promise<{ title: string; parts: NewPart[] }> {
      const parts = await entriesOf(await bytes(), task.signal)
      const { root, title, payload, sums } = await describedBy(parts)
      const above = root + payload
      const inside = parts.filter(({ path }) => path.startsWith(above) && path.length > above.length)
      const listed = new Set(inside.map(({ path }) => path.slice(root.length)))
      // What the description promises and the archive has not is told, not passed over.
      const missing = [...sums.keys()].filter((path) => path.startsWith(payload) && !listed.has(path))
      return {
        title,
        parts: [
          ...inside.map((part) => ({
            ...part,
            path: part.path.slice(above.length),
            ...(part.source && { source: { ...part.source, sums: sums.get(part.path.slice(root.length)) ?? {} } }),
          })),
          ...missing.map((path) => ({ path: path.slice(payload.length), refused: 'outsideGone' as const })),
        ],
      }
    },
    async open(part: Part) {
      return { size: part.size, bytes: entryContent(await bytes(), part, task.signal) }
    },
  }
}
