import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import MarkdownIt from 'markdown-it'
import { files } from '#contract/files.ts'
import { README_BYTES_MAX } from '#contract/limits.ts'
import type { DataOf } from '#contract/operation.ts'
import { mount } from '#server/http/mount.ts'
import { type SpaceService, spaceOf } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { holdersOf } from './names.ts'

type Needs = { db: Db; blobs: BlobStore; spaces: SpaceService }
/** Who opens the page of a space: `address` is where from. */
export type Visitor = { actor: Parameters<SpaceService['see']>[1]; address: string }
type Page = DataOf<typeof files.page>

/** The first of these in the root of a space is its README. */
const NAMES = ['README.md', 'readme.md', 'Readme.md', 'README.MD', 'ReadMe.md', 'README.markdown', 'readme.markdown']
/** Rendered texts that a node keeps, by content. */
const KEPT_MAX = 100
const NEWLINE = 0x0a

/** Markup of its own is shown as text. The page has a heading already, so those of the text go below it. */
const markdown = new MarkdownIt({ html: false, linkify: true })
const { rules } = markdown.renderer
for (const rule of ['heading_open', 'heading_close'] as const)
  rules[rule] = (tokens, at, options, _env, self) => {
    const token = tokens[at]
    if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
    return self.renderToken(tokens, at, options)
  }
/** Other sites open beside ours and learn nothing of the reader; a path of the text leads nowhere here. */
rules.link_open = (tokens, at, options, _env, self) => {
  const token = tokens[at]
  const href = String(token?.attrGet('href') ?? '')
  if (token && /^(https?:|mailto:)/i.test(href)) {
    token.attrSet('rel', 'nofollow noopener noreferrer')
    token.attrSet('target', '_blank')
  } else if (token) token.attrs = []
  return self.renderToken(tokens, at, options)
}
/** A picture elsewhere would tell that site who reads: its words stand in its place. */
const drawImage = rules.image
rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at]
  if (/^data:image\//i.test(String(token?.attrGet('src') ?? '')) && drawImage)
    return drawImage(tokens, at, options, env, self)
  return markdown.utils.escapeHtml(token?.content ?? '')
}

/** UTF-8, or the encoding of older Chinese editors; a text that is too long ends with its last whole line. */
function textOf(bytes: Buffer): string {
  const whole =
    bytes.length > README_BYTES_MAX ? bytes.subarray(0, bytes.lastIndexOf(NEWLINE, README_BYTES_MAX) + 1) : bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole)
  } catch {
    // Not UTF-8: what GB 18030 can't read either shows as replacement marks.
    return new TextDecoder('gb18030').decode(whole)
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** The public page of a space: what it says of itself, and its README. */
export function spacePage({ db, blobs, spaces }: Needs) {
  const kept = new Map<string, Promise<string>>()

  async function render(sha256: string, size: number): Promise<string> {
    if (size === 0) return ''
    const end = Math.min(size, README_BYTES_MAX + 1) - 1
    return markdown.render(textOf(await bytesOf(await blobs.read(sha256, { start: 0, end }))))
  }
  /** The same content is the same page: rendered once. */
  function htmlOf(sha256: string, size: number): Promise<string> {
    const known = kept.get(sha256)
    if (known) return known
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value ?? '')
    const html = render(sha256, size)
    kept.set(sha256, html)
    html.catch(() => kept.delete(sha256))
    return html
  }

  /** The README in the root folder of a space, as sanitised HTML. */
  async function readmeOf(folderId: string): Promise<Page['readme']> {
    const found = await holdersOf(
      db,
      NAMES.map((name) => ({ folderId, name })),
    )
    const file = NAMES.map((name) => found.get(`${folderId}/${name}`)).find((node) => node?.sha256)
    return file?.sha256 ? { name: file.name, html: await htmlOf(file.sha256, file.size) } : null
  }

  /** For whoever may see the space: a README says what is in it, as the introduction does. Counts a view. */
  return async (code: string, { actor, address }: Visitor): Promise<Page> => {
    const row = await spaces.see(code, actor)
    const isOpen = row.status === 'normal'
    if (isOpen) spaces.countView(row.id, actor?.id ?? address)
    return { space: spaceOf(row), readme: isOpen ? await readmeOf(row.root_id) : null }
  }
}

export function mountSpacePage(app: FastifyInstance, pageOf: ReturnType<typeof spacePage>): void {
  mount(app, files.page, ({ id }, { actor, request }) => pageOf(id, { actor, address: request.ip }))
}
