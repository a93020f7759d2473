import { metadataOf, metadataProblems, type Problem } from '#contract/publications/check.ts'
import type { FrozenColumn } from '#contract/publications/dataset.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { PUBLISHED_FILES_MAX } from './checking.ts'
import { classified } from './classified.ts'
import type { PublicationNeeds } from './needs.ts'
import { submittedNews } from './news.ts'
import type { PublicationRow } from './store.ts'

/** A submission of another installation; `datasetId` is null for a new dataset. */
type Coming = { senderId: string; datasetId: string | null; template: TemplateDefinition; fields: DraftFields }
/** A table that was written as CSV. */
type ReceivedTable = {
  id: string
  name: string
  path: string
  sha256: string
  size: number
  rows: number
  columns: FrozenColumn[]
}
type Opened = { id: string; datasetId: string }
type From = { sender: string; person: string }

/** The row of a version whose fields are all known. */
function rowOf({ senderId, template, fields }: Coming, at: Date) {
  const metadata = metadataOf(classified(template), fields)
  const { title, access, resourceType } = metadata
  return {
    state: 'pending' as const,
    fields: JSON.stringify(fields) as unknown as DraftFields,
    revisions: JSON.stringify({}) as unknown as Record<string, number>,
    title: title.zh || title.en,
    resource_type: resourceType,
    metadata: JSON.stringify(metadata) as unknown as typeof metadata,
    access_kind: access.kind,
    embargo_until: access.until,
    transfer: 'transmitting' as const,
    transfer_error: '',
    reason: '',
    made_by: null,
    sender_id: senderId,
    editors: [],
    reviewer_id: null,
    claimed_at: null,
    review_until: null,
    reminded_at: null,
    submitted_at: at,
    changed_at: at,
  }
}

/** Versions submitted by other installations: reviewed and published like those of local spaces. */
export function publicationReceiving(needs: PublicationNeeds) {
  const { store, frozen, templates, now, newId } = needs

  /** The templates for received datasets, by the names that senders use; the first of equal names. */
  async function offered() {
    const named = new Map<string, { id: string; definition: TemplateDefinition }>()
    for (const { id, isOn, definition } of await templates.all()) {
      const name = definition.name.zh || definition.name.en
      if (isOn && !named.has(name)) named.set(name, { id, definition })
    }
    return named
  }

  /** The problems of received fields; there must be none. */
  const problemsOf = (template: TemplateDefinition, fields: DraftFields): Problem[] =>
    metadataProblems(classified(template), fields, now().toISOString().slice(0, 10)).filter(
      ({ level }) => level === 'error',
    )

  /**
   * Begins a version whose files will follow. A rejected one is continued, with its history. Throws
   * publicationVersionOpen.
   */
  async function open(tx: Tx, coming: Coming): Promise<Opened> {
    const at = now()
    const datasetId = coming.datasetId ?? newId()
    if (!coming.datasetId) await store.insertDataset(tx, { id: datasetId, space_id: null, created_at: at })
    const before = await store.openOf(tx, datasetId)
    if (before && before.state !== 'rejected') throw new Failure('publicationVersionOpen')
    const id = before?.id ?? newId()
    const row = rowOf(coming, at)
    if (before) {
      await frozen.clear(tx, id)
      await store.update(tx, id, { ...row, round: before.round + 1 })
    } else {
      const number = (await store.lastNumber(tx, datasetId)) + 1
      await store.insert(tx, { ...row, id, dataset_id: datasetId, number, round: 1, created_at: at })
    }
    return { id, datasetId }
  }

  /**
   * If a picture embedded in a record was also sent as a file, that file is used. Returns the updated fields and
   * metadata.
   */
  async function withoutTwins(tx: Tx, { id, fields, metadata }: PublicationRow) {
    const paths = (metadata?.extra ?? []).flatMap(({ kind, values }) => (kind === 'image' ? values : []))
    const twins = new Map((paths.length ? await frozen.twins(tx, id, paths) : []).map(({ path, twin }) => [path, twin]))
    if (!metadata || !twins.size) return {}
    await frozen.removeFiles(tx, id, [...twins.keys()])
    const named = (values: readonly string[]) => values.map((value) => twins.get(value) ?? value)
    const extra = metadata.extra.map((one) => (one.kind === 'image' ? { ...one, values: named(one.values) } : one))
    const images = new Set(extra.filter(({ kind }) => kind === 'image').map(({ key }) => key))
    const said = Object.entries(fields.extra ?? {}).map(([key, values]) => [
      key,
      images.has(key) ? named(values) : values,
    ])
    return {
      fields: JSON.stringify({ ...fields, extra: Object.fromEntries(said) }) as unknown as DraftFields,
      metadata: JSON.stringify({ ...metadata, extra }) as unknown as typeof metadata,
    }
  }

  /** Hands a version over to the reviewers once all its files are here. */
  async function handOver(tx: Tx, id: string, { sender, person }: From): Promise<void> {
    const row = await store.held(tx, id)
    if (row?.state !== 'pending' || row.transfer !== 'transmitting') throw new Failure('publicationStateChanged')
    const at = now()
    const named = await withoutTwins(tx, row)
    await frozen.count(tx, id)
    await store.update(tx, id, { ...named, transfer: 'success', submitted_at: at, changed_at: at })
    await store.addEvent(tx, { id: newId(), publication_id: id, kind: 'submitted', person_id: null, at })
    await submittedNews(tx, needs, { ...row, space_name: sender }, person || sender)
  }

  /** Makes files that are here tables of a version. */
  async function placeTables(tx: Tx, id: string, tables: readonly ReceivedTable[]): Promise<void> {
    await frozen.addTables(
      tx,
      tables.map(({ id: table_id, name, path, rows, columns }, position) => ({
        publication_id: id,
        table_id,
        position,
        name,
        description: '',
        path,
        rows,
        columns,
      })),
    )
    for (const { id: tableId, path, sha256, size, rows, columns } of tables)
      await frozen.placeTable(tx, id, { tableId, path, sha256, size, rows, mime: 'text/csv' }, columns)
  }

  /** Returns a version that no reviewer has claimed, and deletes it completely. False if one has. */
  async function giveBack(tx: Tx, id: string): Promise<boolean> {
    const row = await store.held(tx, id)
    if (row?.state !== 'pending' || row.reviewer_id) return false
    await store.remove(tx, row)
    return true
  }

  const { one: file, placeFile } = frozen
  return { filesMax: PUBLISHED_FILES_MAX, offered, problemsOf, open, file, placeFile, placeTables, handOver, giveBack }
}
