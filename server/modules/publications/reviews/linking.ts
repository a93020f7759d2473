import { randomBytes } from 'node:crypto'
import { REVIEW_LINKS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { withoutNames } from '#contract/publications/readme.ts'
import type { ReviewView, reviews } from '#contract/reviews.ts'
import { Failure, nullIfRefused } from '#server/failure.ts'
import type { Call, SignedInCall } from '#server/http/context.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { PublicationNeeds } from '../needs.ts'
import type { PublicationReading } from '../reading.ts'
import { namingHeadings, README } from '../readme.ts'
import type { ReviewDiscussing } from './discussing.ts'
import { anonymous, type ReviewHiding } from './hiding.ts'
import type { ReviewLinks } from './link-store.ts'
import type { AskedRows, ReviewTables } from './tables.ts'

const CODE_BYTES = 32
const FILES_A_PAGE = 200
type By = Pick<SignedInCall, 'actor' | 'caller'>
type Parsed<K extends keyof typeof reviews> = ParsedOf<(typeof reviews)[K]>
type Needs = PublicationNeeds & {
  links: ReviewLinks
  partOf: ReviewDiscussing['partOf']
  ofTables: Pick<ReviewTables, 'shown'>
  hiding: ReviewHiding
  reading: Pick<PublicationReading, 'sendFile' | 'sendText' | 'sendPieces'>
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** What the address of a link asks for. */
type Viewed = AskedRows & { code: string; after?: string | undefined }

/** Links for reviewers who have no account: they show one submission, and end with its decision. */
export function reviewLinking(needs: Needs) {
  const { db, store, frozen, frozenBoards, audit, links, partOf, ofTables, hiding, reading, templates, now, newId } =
    needs

  /** Authors and reviewers give links while a submission waits. Throws reviewClosed. */
  async function given(id: string, { actor }: Pick<By, 'actor'>) {
    const { row, mayComment, mayApply: _, mayAnswer } = await partOf(id, actor)
    if (row.state !== 'pending' || !(mayComment || mayAnswer)) throw new Failure('reviewClosed')
    return row
  }

  async function list({ id }: Parsed<'links'>, { actor }: Pick<By, 'actor'>) {
    const { mayComment, mayAnswer } = await partOf(id, actor)
    return mayComment || mayAnswer ? links.list(id) : []
  }

  async function make({ id, hidesNames, note }: Parsed<'makeLink'>, by: By) {
    await given(id, by)
    const code = randomBytes(CODE_BYTES).toString('base64url')
    await transact(db, async (tx) => {
      const row = await store.held(tx, id)
      if (row?.state !== 'pending') throw new Failure('reviewClosed')
      if ((await links.list(id, tx)).length >= REVIEW_LINKS_MAX)
        throw new Failure('reviewLinksTooMany', { values: { count: REVIEW_LINKS_MAX } })
      const made = { id: newId(), publication_id: id, round: row.round, code_sha256: sha256(code) }
      await links.insert(tx, { ...made, note, hides_names: hidesNames, made_by: by.actor.id, made_at: now() })
      const target = { id, name: row.title }
      audit.record(tx, { action: 'reviewLinkMade', actor: by.actor, caller: by.caller, target, after: { note } })
    })
    return { code }
  }

  async function end({ id, link }: Parsed<'endLink'>, by: By): Promise<null> {
    const row = await given(id, by)
    await transact(db, async (tx) => {
      if (!(await links.remove(tx, id, link))) throw new Failure('reviewLinkGone')
      const target = { id, name: row.title }
      audit.record(tx, { action: 'reviewLinkEnded', actor: by.actor, caller: by.caller, target })
    })
    return null
  }

  async function opened(code: string) {
    const link = await links.byCode(sha256(code))
    const row = link && (await store.one(link.publicationId))
    if (!link || !row?.metadata) throw new Failure('reviewLinkGone')
    const { hidesNames } = link
    const template = hidesNames ? await templates.one(row.fields.template ?? '') : null
    return {
      row: { ...row, metadata: row.metadata },
      metadata: hidesNames ? anonymous(row.metadata, template) : row.metadata,
      hidesNames,
    }
  }

  /** The page of a link. Throws reviewLinkGone, also once it is decided. */
  async function view({ code, after, ...asked }: Viewed): Promise<ReviewView> {
    const { row, metadata, hidesNames } = await opened(code)
    const as = { row, hidesNames }
    const read = (from: { after?: string }) => frozen.page(row.id, { size: FILES_A_PAGE, ...from })
    const page = (after && (await nullIfRefused(read({ after })))) || (await read({}))
    const [tables, shown, boards] = await Promise.all([
      store.tables(row.id),
      ofTables.shown(as, asked),
      frozenBoards.linesOf(hiding.frozenFor(as)),
    ])
    return {
      code,
      hidesNames,
      number: row.number,
      changes: row.changes,
      metadata,
      fileCount: row.file_count,
      sizeBytes: row.size_bytes,
      files: page.list.map(({ path, size }) => ({ path, size })),
      ...(page.next !== undefined && { next: page.next }),
      tables: tables.map(({ table_id: id, name, description, rows, columns }) => ({
        id,
        name,
        description,
        rows,
        columns,
      })),
      shown,
      boards,
    }
  }

  async function content({ code, path }: Parsed<'linkContent'>, { request, reply }: Pick<Call, 'request' | 'reply'>) {
    const { row, hidesNames } = await opened(code)
    const file = await frozen.one(row.id, path)
    if (!file) throw new Failure('fileGone')
    reply.header('referrer-policy', 'no-referrer')
    const { readme = '' } = row.fields
    // Only the README that was written with the draft: what the files of the authors tell is theirs.
    if (hidesNames && path === README && file.sha256 === sha256(readme).toString('hex'))
      return reading.sendText(reply, { name: README, text: withoutNames(readme, row.metadata, namingHeadings()) })
    const people = hidesNames ? await hiding.peopleAt(row.id, path) : []
    if (people.length)
      return reading.sendPieces(reply, { name: nameOf(path), pieces: hiding.table(row.id, file.sha256, people) })
    return reading.sendFile({ request, reply }, { ...file, name: nameOf(path) })
  }

  return { list, make, end, opened, view, content }
}
export type ReviewLinking = ReturnType<typeof reviewLinking>
