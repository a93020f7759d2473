import type { Readable } from 'node:stream'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { DatasetTable } from '#contract/publications/dataset.ts'
import { publicAuthors, withoutImages } from '#contract/publications/metadata.ts'
import type { PublicationDetails, PublicationRecord, publications } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { Call, Language, SignedIn, SignedInCall } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { disposition, SANDBOX, sendBytes } from '#server/modules/files/index.ts'
import type { FrozenVersion } from '#server/modules/frozen-boards/index.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import { pageOf } from '#server/storage/cursor.ts'
import { identifiersOf } from './identifiers.ts'
import type { Involvements } from './involvement.ts'
import type { PublicationNeeds } from './needs.ts'
import { type ListedRow, recordOf } from './rows.ts'
import type { WholeRow } from './store.ts'
import { sendingOf } from './transfer-store.ts'

type By = Pick<SignedInCall, 'actor' | 'language'>
type One = { id: string }
/** Every state, for the counts of the page. */
const NONE = { draft: 0, pending: 0, rejected: 0, published: 0, withdrawn: 0 }

/** Whether the files of a version are public: it is open, or its embargo is over. */
function isOpen({ state, metadata }: PublicationDetails, now: Date): boolean {
  const { kind = 'closed', until = null } = metadata?.access ?? {}
  const isOver = kind === 'embargo' && until !== null && until <= now.toISOString().slice(0, 10)
  return state === 'published' && (kind === 'open' || isOver)
}

type PublicView = { seesSpace: boolean; now: Date }
/**
 * A public version for a person who neither prepared nor reviewed it: without its history, and without tables whose
 * files are not open.
 */
const asPublic = (details: PublicationDetails, { seesSpace, now }: PublicView): PublicationDetails => {
  const { metadata, space, tables, ...rest } = details
  return {
    ...rest,
    tables: isOpen(details, now) ? tables.filter(({ isRestricted }) => !isRestricted) : [],
    space: seesSpace ? space : null,
    reviewer: null,
    reviewUntil: null,
    fields: {},
    revisions: {},
    metadata: metadata && {
      ...(isOpen(details, now) ? metadata : withoutImages(metadata)),
      authors: publicAuthors(metadata.authors),
    },
    identifiers: [],
    history: [],
    sending: rest.sending && { ...rest.sending, attachment: '' },
  }
}

/** A version with its frozen contents, for those who may have all of them. */
export const frozenOf = ({ id, submitted_at }: Pick<WholeRow, 'id' | 'submitted_at'>): FrozenVersion => ({
  id,
  frozenAt: submitted_at?.toISOString() ?? '',
  seesAll: true,
})

/** An institution publishes it, and names it. */
const isSentOut = ({ institution_id, fields }: Pick<WholeRow, 'institution_id' | 'fields'>) =>
  institution_id !== null || Boolean(fields.institution)

/** Versions as people see them. */
/** What whoever rejected a publication sees of it: what was submitted, and not how its authors go on. */
const asRejected = (
  row: WholeRow,
  metadata: WholeRow['metadata'],
  events: readonly { kind: string; at: Date }[],
): WholeRow => ({
  ...row,
  fields: {},
  revisions: {},
  metadata,
  titles: metadata?.title ?? row.titles,
  resource_type: metadata?.resourceType ?? row.resource_type,
  institution_id: null,
  changed_at: events.findLast(({ kind }) => kind === 'rejected')?.at ?? row.changed_at,
})

export function publicationReading(needs: PublicationNeeds & { involvements: Involvements; origin: () => string }) {
  const { store, lists, frozen, templates, transfers, involvements, spaces, blobs, config } = needs

  const whyIn = (language: Language) => (refusal: string) =>
    textOf(language, errors[refusal as ErrorName]?.text ?? errors.unknown.text)

  async function paged(rows: ListedRow[], size: number, language: Language) {
    const named = await templates.names(rows.map(({ template }) => template))
    const shown = { templates: named, language, why: whyIn(language) }
    const page = pageOf(rows, size, {
      toItem: (row): PublicationRecord => recordOf(row, shown),
      key: (row) => [row.key, row.id],
    })
    return page
  }

  async function list({ spaceId, ...query }: ParsedOf<typeof publications.list>, { actor, language }: By) {
    const space = await spaces.demand(spaceId, actor, 'publication.list')
    const isEditor = can(actor, 'publication.edit', policyContextOf(space))
    return paged(await lists.ofSpace(space.id, { ...query, isEditor }), query.size, language)
  }

  const mine = async (query: ParsedOf<typeof publications.mine>, { actor, language }: By) =>
    paged(await lists.mine(actor.id, query), query.size, language)

  async function queue(query: ParsedOf<typeof publications.queue>, { actor, language }: By) {
    if (!(await involvements.isReviewer(actor))) throw new Failure('reviewerOnly')
    const isAdministrator = actor.role === 'role_admin'
    return paged(await lists.queue(actor.id, { ...query, isAdministrator }), query.size, language)
  }

  const underWay = async (query: ParsedOf<typeof publications.transfers>, { language }: Pick<By, 'language'>) =>
    paged(await lists.transfers(query), query.size, language)

  async function counts(_: object, { actor }: Pick<By, 'actor'>) {
    const [mine, isReviewer] = await Promise.all([lists.counts(actor.id), involvements.isReviewer(actor)])
    return {
      mine: { ...NONE, ...mine },
      queue: isReviewer ? await lists.waiting(actor.id, actor.role === 'role_admin') : null,
    }
  }

  /** Throws publicationGone. */
  async function found(id: string, actor: SignedIn) {
    const row = await store.one(id)
    if (!row) throw new Failure('publicationGone')
    return { row, ...(await involvements.judged(row, actor)) }
  }

  async function show({ id }: One, { actor, language }: By): Promise<PublicationDetails> {
    const { row, verbs, isInvolved, seesSpace } = await found(id, actor)
    const [names, definition, events, tables, boards, moving, totals, named] = await Promise.all([
      templates.names([row.template]),
      templates.one(row.fields.template ?? ''),
      store.events(id),
      store.tables(id),
      isInvolved ? needs.frozenBoards.linesOf(frozenOf(row)) : [],
      transfers.one(id),
      transfers.totals(id),
      isInvolved && !isSentOut(row) ? needs.identifiers.ofVersion(row.dataset_id, row.number) : null,
    ])
    const isRejected = row.state === 'rejected' && !verbs.includes('edit')
    const seen = isRejected ? asRejected(row, await needs.rounds.metadata(id, row.round), events) : row
    const { fields, revisions, metadata, changes, cstr } = seen
    const whole: PublicationDetails = {
      ...recordOf(seen, { templates: names, language, why: whyIn(language) }),
      fields,
      revisions,
      metadata,
      changes,
      cstr,
      definition,
      sending: moving ? sendingOf(moving, totals) : null,
      tables: tables.map(
        (table): DatasetTable => ({
          id: table.table_id,
          name: table.name,
          description: table.description,
          path: table.path,
          rows: table.rows,
          isRestricted: table.is_restricted,
          columns: table.columns,
        }),
      ),
      boards,
      identifiers: named ? identifiersOf(row, named, needs.origin()) : [],
      history: events.map(({ person_id, person_name, at, ...event }) => ({
        ...event,
        person: person_id ? { personId: person_id, personName: person_name ?? '' } : null,
        at: at.toISOString(),
      })),
      verbs,
    }
    return isInvolved ? whole : asPublic(whole, { seesSpace, now: needs.now() })
  }

  /**
   * Frozen files are for those who prepare a version, for reviewers while it waits, and for who decided; the world gets
   * them by the pages of datasets.
   */
  async function files({ id, ...query }: ParsedOf<typeof publications.files>, { actor }: Pick<By, 'actor'>) {
    await foundWithFiles(id, actor)
    return frozen.page(id, query)
  }

  async function foundWithFiles(id: string, actor: SignedIn) {
    const { row } = await found(id, actor)
    const involvement = await involvements.involvementOf(row, actor)
    const isReviewed = row.state === 'pending' || row.reviewer_id === actor.id
    const reviews = involvement.isReviewer && !involvement.isOwn && isReviewed && !row.institution_id
    if (!involvement.mayEdit && !reviews) throw new Failure('publicationGone')
    return row
  }

  async function content(
    { id, path }: ParsedOf<typeof publications.content>,
    { actor, request, reply }: Pick<Call, 'request' | 'reply'> & { actor: SignedIn },
  ) {
    await foundWithFiles(id, actor)
    const file = await frozen.one(id, path)
    if (!file) throw new Failure('fileGone')
    return sendFile({ request, reply }, { ...file, name: path.slice(path.lastIndexOf('/') + 1) })
  }

  /** The file that an institution attached to its decision, for those who prepare the version. */
  async function attachment(
    { id }: One,
    { actor, request, reply }: Pick<Call, 'request' | 'reply'> & { actor: SignedIn },
  ) {
    const { row } = await found(id, actor)
    if (!(await involvements.involvementOf(row, actor)).mayEdit) throw new Failure('publicationGone')
    const file = await transfers.attachment(id)
    if (!file) throw new Failure('fileGone')
    return sendFile({ request, reply }, file)
  }

  const downloadHeaders = (name: string) => ({
    'content-type': 'application/octet-stream',
    'content-disposition': disposition('attachment', name),
    'content-security-policy': SANDBOX,
    'cache-control': 'private, no-cache',
  })
  const sendText = (reply: Call['reply'], { name, text }: { name: string; text: string }) =>
    reply.headers(downloadHeaders(name)).send(Buffer.from(text))
  /** A download that is made while it is sent. */
  const sendPieces = (reply: Call['reply'], { name, pieces }: { name: string; pieces: Readable }) =>
    reply.headers(downloadHeaders(name)).send(pieces)

  function sendFile(
    { request, reply }: Pick<Call, 'request' | 'reply'>,
    { sha256, size, name }: { sha256: string; size: number; name: string },
  ) {
    reply.headers(downloadHeaders(name))
    return sendBytes(request, reply, { sha256, size, accelPrefix: config.accelPrefix, blobs, onBytes: () => undefined })
  }

  return {
    list,
    mine,
    queue,
    underWay,
    counts,
    found,
    foundWithFiles,
    show,
    files,
    content,
    attachment,
    sendFile,
    sendText,
    sendPieces,
  }
}
export type PublicationReading = ReturnType<typeof publicationReading>
