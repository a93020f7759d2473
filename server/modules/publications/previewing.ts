import { metadataOf } from '#contract/publications/check.ts'
import type { DatasetTable, DatasetVersion } from '#contract/publications/dataset.ts'
import { publicAuthors } from '#contract/publications/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { PublicationChecking } from './checking.ts'
import { classified } from './classified.ts'
import type { PublicationDrafts } from './drafts.ts'
import type { PublicationNeeds } from './needs.ts'
import { publisherOf } from './publisher.ts'
import { README } from './readme.ts'

/** A draft as it would be published now. */
export type DraftPreview = {
  version: DatasetVersion
  /** What was chosen, and the README that is written with it. */
  items: { name: string; isFolder: boolean; files: number; size: number }[]
  tables: DatasetTable[]
}
type Needs = PublicationNeeds & {
  drafts: Pick<PublicationDrafts, 'placed'>
  checking: Pick<PublicationChecking, 'check' | 'openItems'>
}

/** What the page of a draft would show, for those who may edit it. */
export function publicationPreviewing({ spaces, templates, tables, settings, drafts, checking, now }: Needs) {
  /** Throws publicationStateChanged, publicationIncomplete. */
  return async ({ id }: { id: string }, actor: SignedIn): Promise<DraftPreview> => {
    const { row, spaceId } = await drafts.placed(id, actor)
    await spaces.demand(spaceId, actor, 'publication.edit')
    const isEdited = row.state === 'draft' || row.state === 'rejected'
    // What an institution publishes has its page there.
    if (!isEdited || row.fields.institution) throw new Failure('publicationStateChanged')
    const space = await spaces.enter(spaceId, actor)
    const template = await templates.one(row.fields.template ?? '')
    const checked = await checking.check(row, space, actor)
    if (!template || checked.problems.some(({ level }) => level === 'error')) throw new Failure('publicationIncomplete')
    const { restricted = [], readme: text = '' } = row.fields
    const items = await checking.openItems(space, row.fields, actor)
    const shown: DatasetTable[] = []
    for (const { id: table } of items.filter(({ kind }) => kind === 'table')) {
      const told = await tables.dictionary({ spaceId, id: table, ranges: false }, actor)
      shown.push({ ...told, id: table, path: '', isRestricted: false })
    }
    const at = now().toISOString()
    const metadata = metadataOf(classified(template), row.fields)
    const version: DatasetVersion = {
      id,
      datasetId: row.dataset_id,
      number: row.number,
      state: 'published',
      metadata: { ...metadata, authors: publicAuthors(metadata.authors) },
      publisher: await publisherOf(settings),
      changes: row.fields.changes?.trim() ?? '',
      fileCount: checked.files + checked.tables + Number(text.trim() !== ''),
      restrictedFiles: restricted.length,
      sizeBytes: checked.sizeBytes,
      publishedAt: at,
      changedAt: at,
      withdrawnAt: null,
      withdrawnReason: '',
      cstr: '',
    }
    const chosen = items
      .filter(({ kind }) => kind !== 'table')
      .map(({ name, kind, files, sizeBytes: size }) => ({ name, isFolder: kind === 'folder', files, size }))
      .toSorted((one, other) => Number(other.isFolder) - Number(one.isFolder))
    const readme = { name: README, isFolder: false, files: 1, size: Buffer.byteLength(text) }
    return { version, items: text.trim() ? [...chosen, readme] : chosen, tables: shown }
  }
}
