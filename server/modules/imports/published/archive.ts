import { Readable } from 'node:stream'
import { MINUTE_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess } from '#server/http/outside.ts'
import { type Bytes, bytesOf, entriesOf, entryContent } from '#server/modules/archives/index.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { NewPart, Part, Running } from '#server/modules/tasks/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { cleanPath } from '../names.ts'
import type { Sums } from '../sums.ts'
import { bagTitle, isBagDeclaration, MANIFESTS, payloadOf } from './bag.ts'
import { CRATE_FILE, crateOf, pathOfId } from './crate.ts'
import type { Ask } from './published.ts'

/** Longest description in an archive, in bytes. */
const TEXT_BYTES = 8 * 1_048_576
/** Step in which storage is reserved for an archive of unknown size, in bytes. */
const STEP_BYTES = 67_108_864
/** Interval for extending the protection of an archive, well within the hour after which unused contents are swept. */
const KEEP_MS = 15 * MINUTE_MS

export type ArchiveNeeds = { db: Db; blobs: BlobStore; ask: Ask; now: () => Date }
/**
 * An archive with its description: the folder in it, its title, the checksums of its files by their paths in NFC, and
 * whether each file must have one.
 */
type Described = {
  root: string
  title: string
  payload: string
  sums: ReadonlyMap<string, Sums>
  hasAllSums: boolean
}
const inNfc = (path: string) => path.normalize('NFC')

/** A bag or a crate as one zip: fetched whole, then unpacked into the space. */
export function archiveSource({ db, blobs, ask, now }: ArchiveNeeds, url: string, task: Running) {
  let opened: Promise<Bytes> | null = null
  let keptAt = 0

  /** Protects the archive from the sweep for a while; false if it was removed. */
  async function keep(blob: Digest): Promise<boolean> {
    keptAt = now().getTime()
    return transact(db, async (tx) => {
      await holdBlobs(tx)
      const isHere = await blobs.has(blob.sha256)
      if (isHere) await keepBlobs(tx, [{ blob }], now())
      return isHere
    })
  }

  /** Fetches the archive; `onLength` is called with the received length and throws if that is too much. */
  async function fetched(onLength: (length: number) => Promise<void>): Promise<Digest> {
    const answer = await ask(url)
    demandSuccess(answer)
    async function* counted() {
      let length = 0
      for await (const piece of answer.body) {
        task.signal.throwIfAborted()
        await onLength((length += piece.length))
        yield piece
      }
    }
    const blob = await blobs.put(Readable.from(counted(), { objectMode: false }))
    await keep(blob)
    return blob
  }

  /** The archive when it is first fetched; storage is reserved meanwhile, since its contents will need more. */
  function planned(): Promise<Digest> {
    let room = 0
    return fetched(async (length) => {
      if (length > room) await task.reserve((room = length + STEP_BYTES))
    })
  }

  /** The archive that the plan was made of; what is reserved by now is for its files. Throws outsideChanged. */
  async function again(blob: Digest): Promise<Bytes> {
    if (!(await keep(blob))) {
      const came = await fetched(async (length) => {
        if (length > blob.size) throw new Failure('outsideChanged')
      })
      if (came.sha256 !== blob.sha256) throw new Failure('outsideChanged')
    }
    return bytesOf(blobs, blob)
  }

  async function* content(bytes: Bytes, part: Part, blob: Digest) {
    for await (const piece of entryContent(bytes, part, task.signal)) {
      if (now().getTime() - keptAt >= KEEP_MS) await keep(blob)
      yield piece
    }
  }

  async function textIn(bytes: Bytes, parts: readonly NewPart[], path: string): Promise<string | null> {
    const found = parts.find((one) => one.path === path && one.source)
    if (!found?.source || (found.size ?? 0) > TEXT_BYTES) return null
    const pieces: Buffer[] = []
    const part = { size: found.size ?? 0, source: found.source }
    for await (const piece of entryContent(bytes, part, task.signal)) pieces.push(piece)
    return Buffer.concat(pieces).toString('utf8')
  }

  type Text = (path: string) => Promise<string | null>

  async function bagIn(text: Text, root: string): Promise<Described | null> {
    if (!isBagDeclaration((await text(`${root}bagit.txt`)) ?? '')) return null
    const title = bagTitle((await text(`${root}bag-info.txt`)) ?? '')
    const sums = new Map<string, Sums>()
    let isBag = false
    for (const kind of MANIFESTS) {
      const manifest = await text(`${root}manifest-${kind}.txt`)
      isBag ||= manifest !== null
      // Before version 1.0, a file was listed in one of the manifests, not in all.
      for (const [path, said] of payloadOf(kind, manifest ?? ''))
        sums.set(inNfc(path), { ...sums.get(inNfc(path)), ...said })
    }
    return isBag ? { root, title, payload: 'data/', sums, hasAllSums: true } : null
  }

  async function crateIn(text: Text, root: string): Promise<Described | null> {
    const crate = crateOf((await text(root + CRATE_FILE)) ?? '')
    const sums = crate?.files.map(({ id, sums: said }) => [inNfc(pathOfId(id).replace(/^\.\//, '')), said] as const)
    return crate && { root, title: crate.title, payload: '', sums: new Map(sums), hasAllSums: false }
  }

  async function describedBy(bytes: Bytes, parts: readonly NewPart[]): Promise<Described> {
    const description = parts.find(({ path }) => /^([^/]+\/)?(bagit\.txt|ro-crate-metadata\.json)$/.test(path))
    const root = description?.path.replace(/[^/]+$/, '') ?? ''
    const text: Text = (path) => textIn(bytes, parts, path)
    const found = description && ((await bagIn(text, root)) ?? (await crateIn(text, root)))
    if (!found) throw new Failure('publishedUnknown')
    return found
  }

  return {
    async plan(): Promise<{ title: string; parts: NewPart[] }> {
      const archive = await planned()
      const bytes = bytesOf(blobs, archive)
      opened = Promise.resolve(bytes)
      const parts = await entriesOf(bytes, task.signal)
      const { root, title, payload, sums, hasAllSums } = await describedBy(bytes, parts)
      const above = root + payload
      const below = ({ path }: NewPart) => inNfc(path.slice(root.length))
      const inside = parts.filter(({ path }) => path.startsWith(above) && path.length > above.length)
      const listed = new Set(inside.map(below))
      // Files that are described but missing in the archive are reported.
      const missing = [...sums.keys()].filter((path) => path.startsWith(payload) && !listed.has(path))
      const taken = inside.map((part): NewPart => {
        const path = part.path.slice(above.length)
        if (!part.source) return { ...part, path }
        const said = sums.get(below(part)) ?? {}
        if (hasAllSums && !Object.keys(said).length) return { ...part, path, refused: 'contentDamaged' }
        return { ...part, path, source: { ...part.source, sums: said, archive } }
      })
      const gone = missing.map((path) => ({
        path: cleanPath(path.slice(payload.length)),
        refused: 'outsideGone' as const,
      }))
      return { title, parts: [...taken, ...gone] }
    },
    async open(part: Part) {
      const archive = part.source.archive as Digest
      const bytes = await (opened ??= again(archive))
      return { size: part.size, bytes: content(bytes, part, archive) }
    },
  }
}
