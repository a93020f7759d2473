import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { legacyEncodingOf } from '#contract/core/legacy-encoding.ts'
import { README_BYTES_MAX } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { files } from '#contract/files.ts'
import { mount } from '#server/http/mount.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import { type SpaceService, spaceOf } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { holdersOf } from '../names-store.ts'
import { markdownToHtml } from './markdown.ts'

type Needs = { db: Db; blobs: BlobStore; spaces: SpaceService }
/** The visitor of a space's page: `address` is the IP address. */
export type Visitor = { actor: Parameters<SpaceService['see']>[1]; address: string }
type Page = DataOf<typeof files.page>

/** The first of these files in the root folder of a space is its README. */
const NAMES = ['README.md', 'readme.md', 'Readme.md', 'README.MD', 'ReadMe.md', 'README.markdown', 'readme.markdown']
/** Maximum total characters of rendered texts that one server caches. */
const KEPT_MAX = 8_388_608
const NEWLINE = 0x0a

/** Decodes UTF-8, or what older editors write; a truncated text ends with its last whole line. */
function textOf(bytes: Buffer): string {
  const whole =
    bytes.length > README_BYTES_MAX ? bytes.subarray(0, bytes.lastIndexOf(NEWLINE, README_BYTES_MAX) + 1) : bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole)
  } catch {
    // Not UTF-8: bytes that the likelier encoding can't decode either become replacement characters.
    return new TextDecoder(legacyEncodingOf(whole) ?? 'gb18030').decode(whole)
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** The public page of a space: its properties and its README. */
export function spacePage({ db, blobs, spaces }: Needs) {
  const kept = new Map<string, string>()
  const rendering = new Map<string, Promise<string>>()
  let keptLength = 0

  async function render(sha256: string, size: number): Promise<string> {
    if (size === 0) return ''
    const end = Math.min(size, README_BYTES_MAX + 1) - 1
    const html = markdownToHtml(textOf(await bytesOf(await blobs.read(sha256, { start: 0, end }))))
    keep(sha256, html)
    return html
  }
  /** Caches a rendered text; the oldest are dropped when the cache is full. */
  function keep(sha256: string, html: string): void {
    kept.set(sha256, html)
    keptLength += html.length
    for (const [oldest, { length }] of kept) {
      if (keptLength <= KEPT_MAX) return
      kept.delete(oldest)
      keptLength -= length
    }
  }
  /** Renders a content once, also when several requests arrive at once. */
  function htmlOf(sha256: string, size: number): Promise<string> | string {
    const known = kept.get(sha256) ?? rendering.get(sha256)
    if (known !== undefined) return known
    const html = render(sha256, size).finally(() => rendering.delete(sha256))
    rendering.set(sha256, html)
    return html
  }

  /** The README in the root folder of a space, as safe HTML. */
  async function readmeOf(folderId: string): Promise<Page['readme']> {
    const found = await holdersOf(
      db,
      NAMES.map((name) => ({ folderId, name })),
    )
    const file = NAMES.map((name) => found.get(`${folderId}/${name}`)).find((node) => node?.sha256)
    return file?.sha256 ? { name: file.name, html: await htmlOf(file.sha256, file.size) } : null
  }

  /** For everybody who may see the space, with its README for those who may read that. Counts a view. */
  return async (code: string, { actor, address }: Visitor): Promise<Page> => {
    const row = await spaces.see(code, actor)
    if (row.status === 'normal') spaces.countView(row.id, actor?.id ?? networkPrefixOf(address))
    const space = spaceOf(row, actor)
    return { space, readme: can(actor, 'space.readme', space) ? await readmeOf(row.root_id) : null }
  }
}

export function mountSpacePage(app: FastifyInstance, pageOf: ReturnType<typeof spacePage>): void {
  mount(app, files.page, ({ id }, { actor, request }) => pageOf(id, { actor, address: request.ip }))
}
