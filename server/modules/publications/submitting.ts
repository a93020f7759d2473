import { isDeepStrictEqual } from 'node:util'
import { metadataOf } from '#contract/publications/check.ts'
import type { DatasetTable } from '#contract/publications/dataset.ts'
import { RETRANSMIT_MAX } from '#contract/publications/states.ts'
import type { PublicationDetails } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn, SignedInCall } from '#server/http/context.ts'
import { demandFor } from '#server/modules/files/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import { actingFor } from '#server/modules/tasks/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationBoards } from './boards.ts'
import { newToken } from './callback-address.ts'
import type { PublicationChecking } from './checking.ts'
import { chosenItems, onRequest } from './chosen.ts'
import { classified } from './classified.ts'
import type { PublicationDrafts } from './drafts.ts'
import type { PublicationNeeds } from './needs.ts'
import { submittedNews } from './news.ts'
import type { PublicationReading } from './reading.ts'
import type { PublicationReadme } from './readme.ts'
import { institutionRevoking } from './revoking.ts'
import { freezeFiles } from './selection-store.ts'
import type { PublicationRow } from './store.ts'
import { fileNamesOf } from './table-names.ts'

type By = Pick<SignedInCall, 'actor' | 'language'>
type One = { id: string }
type Placed = Awaited<ReturnType<PublicationDrafts['placed']>>
type Needs = PublicationNeeds & {
  reading: PublicationReading
  drafts: PublicationDrafts
  checking: PublicationChecking
  readme: PublicationReadme
  boards: PublicationBoards
}
/** The options of a submission task; `submittedAt` distinguishes it from a later submission of the same version. */
export type Transfer = { publicationId: string; submittedAt: string }

/** Items available on request; none if the whole dataset is closed, and none for institutions. */
const restrictedOf = ({ fields: { restricted = [], access, institution } }: Pick<PublicationRow, 'fields'>) =>
  access?.kind === 'closed' || access?.kind === 'restricted' || institution ? [] : restricted

/** From a draft to the reviewers and back. */
export function publicationSubmitting(needs: Needs) {
  const { db, store, frozen, templates, tables, spaces, tasks, journal, bus, now, newId } = needs
  const { institutions, transfers, people } = needs
  const revoking = institutionRevoking(needs)
  const { reading, drafts, checking, readme, boards } = needs

  async function check({ id }: One, { actor }: By) {
    const { row, spaceId } = await drafts.placed(id, actor)
    return checking.check(row, await edited(spaceId, actor), actor)
  }
  async function selection({ id }: One, { actor }: By) {
    const { row, spaceId } = await drafts.placed(id, actor)
    return checking.selection(await edited(spaceId, actor), row.fields, actor)
  }
  async function offeredBoards({ id }: One, { actor }: By) {
    const { row, spaceId } = await drafts.placed(id, actor)
    const space = await edited(spaceId, actor)
    return boards.candidates(space.id, row.fields, actor)
  }
  async function images({ id, q = '' }: One & { q?: string | undefined }, { actor }: By) {
    const { row, spaceId } = await drafts.placed(id, actor)
    return checking.images(await edited(spaceId, actor), row.fields, q)
  }
  async function edited(spaceId: string, actor: SignedIn) {
    await spaces.demand(spaceId, actor, 'publication.edit')
    return spaces.enter(spaceId, actor)
  }

  /** Locks the space for changes of files, and the version, which the caller must be allowed to publish. */
  async function held(tx: Tx, spaceId: string, id: string, actor: SignedIn) {
    await lockSpace(tx, spaceId)
    const space = await spaces.hold(tx, spaceId, actor)
    spaces.judge(space, actor, 'publication.edit')
    const row = await store.held(tx, id)
    if (!row) throw new Failure('publicationGone')
    return { space, row }
  }

  /** Freezes what was chosen: from now on the version holds its contents. Throws fileForbidden. */
  async function freeze(tx: Tx, spaceId: string, row: PublicationRow, actor: SignedIn, at: Date): Promise<void> {
    const policyContext = policyContextOf(await spaces.see(spaceId, actor, tx))
    const { nodes, tops } = await chosenItems(tx, spaceId, row.fields.files ?? [])
    if (nodes.length < new Set(row.fields.files).size) throw new Failure('publicationIncomplete')
    await demandFor(tx, { actor, policyContext, permission: 'file.download', nodes })
    await frozen.clear(tx, row.id)
    const restricted = onRequest(nodes, restrictedOf(row))
    if (tops.length) await freezeFiles(tx, row.id, { tops, restricted, now: at })
    const isWhole = await boards.freeze(tx, { id: row.id, fields: row.fields, tops }, spaceId, actor)
    if (!isWhole) throw new Failure('publicationIncomplete')
  }

  /** The chosen tables under free names; their rows are written by the task. */
  async function freezeTables(tx: Tx, { id, fields }: PublicationRow, spaceId: string, actor: SignedIn) {
    const manner = fields.institution ? ('institution' as const) : ('here' as const)
    const wanted = fields.tables ?? []
    const restricted = new Set(restrictedOf({ fields }))
    const found = new Map((await tables.several(spaceId, wanted, actor)).map((table) => [table.id, table]))
    if (found.size < new Set(wanted).size) throw new Failure('publicationIncomplete')
    const chosen = [...new Set(wanted)].flatMap((one) => found.get(one) ?? [])
    const paths = await fileNamesOf(
      chosen.map(({ name }) => name),
      { isFile: (path) => frozen.isFile(tx, id, path), isTaken: (path) => frozen.isTaken(tx, id, path) },
      manner,
    )
    const columns: DatasetTable['columns'] = []
    await frozen.addTables(
      tx,
      chosen.map(({ id: table_id, name, description }, position) => ({
        publication_id: id,
        table_id,
        position,
        name,
        description,
        path: paths[position] ?? name,
        rows: 0,
        columns,
        is_restricted: restricted.has(table_id),
      })),
    )
    return chosen.length
  }

  /** Throws publicationIncomplete with the findings; nothing is frozen then. */
  async function demandComplete({ row, spaceId }: Placed, { actor }: By): Promise<void> {
    const { problems } = await checking.check(row, await edited(spaceId, actor), actor)
    const errors = problems.filter(({ level }) => level === 'error')
    if (errors.length) throw new Failure('publicationIncomplete', { values: { count: errors.length }, data: problems })
  }

  async function submit({ id }: One, by: By): Promise<PublicationDetails> {
    const { actor } = by
    const placed = await drafts.placed(id, actor)
    const { row: checked, spaceId } = placed
    await demandComplete(placed, by)
    const written = await readme.put(checked.fields)
    await transact(db, async (tx) => {
      const { space, row } = await held(tx, spaceId, id, actor)
      if (row.state !== 'draft' && row.state !== 'rejected') throw new Failure('publicationStateChanged')
      // Exactly what was checked is frozen: every saved value increments its revision.
      if (!isDeepStrictEqual(row.revisions, checked.revisions)) throw new Failure('publicationStateChanged')
      const template = await templates.one(row.fields.template ?? '')
      if (!template) throw new Failure('publicationIncomplete')
      const { institution = '' } = row.fields
      const at = now()
      const metadata = metadataOf(classified(template), row.fields)
      await freeze(tx, spaceId, row, actor, at)
      if (written) await readme.freeze(tx, id, written)
      const count = await freezeTables(tx, row, spaceId, actor)
      await frozen.count(tx, id)
      await store.update(tx, id, {
        state: 'pending',
        metadata: JSON.stringify(metadata) as unknown as typeof metadata,
        changes: row.fields.changes?.trim() ?? '',
        access_kind: metadata.access.kind,
        embargo_until: metadata.access.until,
        transfer: count || institution ? 'transmitting' : 'success',
        institution_id: institution || null,
        transfer_failures: 0,
        transfer_error: '',
        reason: '',
        editors: [...new Set([...row.editors, actor.id])],
        submitted_by: actor.id,
        submitted_at: at,
        changed_at: at,
        reviewer_id: null,
        claimed_at: null,
        review_until: null,
        reminded_at: null,
        round: row.round + 1,
      })
      await store.addEvent(tx, { id: newId(), publication_id: id, kind: 'submitted', person_id: actor.id, at })
      await note(tx, 'publicationSubmitted', { ...row, submitted_at: at }, actor)
      if (institution) await prepareTransfer(tx, row)
      const sent = { ...row, space_id: space.id, submitted_at: at, institution_id: institution || null }
      if (count || institution) await transfer(tx, sent, actor)
      else await submittedNews(tx, needs, { ...row, space_name: space.name }, actor.name)
      fault('publication-submitting')
    })
    return reading.show({ id }, by)
  }

  async function transfer(tx: Tx, row: PublicationRow, actor: SignedIn): Promise<void> {
    const options: Transfer = { publicationId: row.id, submittedAt: row.submitted_at?.toISOString() ?? '' }
    const kind = row.institution_id ? 'transfer' : 'publish'
    await tasks.begin(tx, { kind, spaceId: row.space_id ?? '', actor, title: row.title, options })
  }

  /** Stores how the record is sent: with the current template, and a new secret. */
  async function prepareTransfer(tx: Tx, { id, fields }: PublicationRow): Promise<void> {
    const template = await institutions.templates.one(fields.template ?? '', tx)
    if (!template) throw new Failure('publicationIncomplete')
    await transfers.begin(tx, {
      publication_id: id,
      template_id: template.id,
      template_name: template.name,
      template_sha256: template.sha256,
      // A code with its label: 11-数据集.
      resource_type: template.type.split('-')[0] ?? '',
      plan: template.plan,
      step: 'waiting',
      trace_id: null,
      upload: null,
      ...newToken(needs.seal, id),
    })
  }

  async function note(
    tx: Tx,
    action: 'publicationSubmitted' | 'publicationRevoked',
    { id, title, space_id }: PublicationRow,
    doer: SignedIn,
  ) {
    if (!space_id) return
    await journal.record(tx, [{ spaceId: space_id, action, doer, item: { id, name: title } }])
    await publishSpaceChange(bus, space_id, tx)
  }

  /** Locks a failed submission, for someone who may publish it, or for an administrator. */
  async function heldFailed(tx: Tx, spaceId: string, id: string, actor: SignedIn) {
    const isAdministrator = actor.role === 'role_admin'
    if (isAdministrator) {
      await lockSpace(tx, spaceId)
      await holdAdministrator(tx, actor)
    } else await held(tx, spaceId, id, actor)
    const row = await store.held(tx, id)
    if (row?.state !== 'pending' || row.transfer !== 'failed') throw new Failure('publicationStateChanged')
    return { row, isAdministrator }
  }

  /**
   * Sends a submission again, from where it stopped. Throws publicationRetransmitLimit after several failures; an
   * administrator can send it again on behalf of the submitter, and failures are counted from the start.
   */
  async function retransmit({ id }: One, by: By): Promise<PublicationDetails> {
    const { spaceId } = await drafts.placed(id, by.actor)
    await transact(db, async (tx) => {
      const { row, isAdministrator } = await heldFailed(tx, spaceId, id, by.actor)
      if (!isAdministrator && row.transfer_failures > RETRANSMIT_MAX) throw new Failure('publicationRetransmitLimit')
      const counted = isAdministrator ? { transfer_failures: 0 } : {}
      await store.update(tx, id, { transfer: 'transmitting', transfer_error: '', ...counted })
      const submitter = row.submitted_by ?? by.actor.id
      await transfer(tx, row, isAdministrator ? await actingFor(people, submitter, 'web') : by.actor)
    })
    return reading.show({ id }, by)
  }

  /** Takes a submission back, unless a reviewer has claimed it; an institution is asked first. */
  async function revoke({ id }: One, by: By): Promise<PublicationDetails> {
    const { spaceId } = await drafts.placed(id, by.actor)
    await edited(spaceId, by.actor)
    await revoking.askInstitution(id)
    await transact(db, async (tx) => {
      const { row } = await held(tx, spaceId, id, by.actor)
      if (row.state !== 'pending') throw new Failure('publicationStateChanged')
      if (row.reviewer_id) throw new Failure('publicationClaimed')
      const at = now()
      await revoking.demandSame(tx, row)
      await transfers.end(tx, id)
      await needs.rounds.keep(tx, id)
      // An attachment for the pending decision is no longer needed.
      await needs.attachments.remove(tx, id, row.round)
      await frozen.clear(tx, id)
      await store.update(tx, id, {
        institution_id: null,
        state: 'draft',
        metadata: null,
        transfer: null,
        file_count: 0,
        size_bytes: 0,
        submitted_at: null,
        changed_at: at,
      })
      await store.addEvent(tx, { id: newId(), publication_id: id, kind: 'revoked', person_id: by.actor.id, at })
      await note(tx, 'publicationRevoked', row, by.actor)
    })
    return reading.show({ id }, by)
  }

  return { check, selection, images, offeredBoards, freezeTables, submit, retransmit, revoke }
}
export type PublicationSubmitting = ReturnType<typeof publicationSubmitting>
