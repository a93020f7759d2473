import type { DataOf } from '#contract/core/operation.ts'
import { advice, metadataProblems, type Problem, wrong } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { fairScore } from '#contract/publications/fair.ts'
import { fitsLicence } from '#contract/publications/licences.ts'
import { isPersonal } from '#contract/publications/personal.ts'
import type { publications, SelectedItem } from '#contract/publications.ts'
import type { SignedIn } from '#server/http/context.ts'
import { pathOf, refusedOf } from '#server/modules/files/index.ts'
import { accessNameOf } from '#server/modules/institutions/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { PublicationBoards } from './boards.ts'
import { chosenItems, onRequest } from './chosen.ts'
import { classified } from './classified.ts'
import { imageProblems } from './images.ts'
import { licencesOf } from './licence-store.ts'
import type { PublicationNeeds } from './needs.ts'
import { type SelectionFindings, selectedImages, selectionFindings } from './selection-store.ts'

/** Files of one version (our choice). */
export const PUBLISHED_FILES_MAX = 200_000

const NOTHING: SelectionFindings = {
  files: 0,
  bytes: 0,
  empty: 0,
  emptyNames: [],
  duplicates: 0,
  duplicateNames: [],
  closed: 0,
  closedNames: [],
  damaged: 0,
  damagedNames: [],
  personal: 0,
  personalNames: [],
  hasReadme: false,
}

function adviceOn(found: SelectionFindings, { readme = '', tables = [] }: DraftFields): Problem[] {
  const problems: Problem[] = []
  if ((found.files || tables.length) && !found.hasReadme && !readme.trim()) problems.push(advice('noReadme', 'files'))
  if (found.empty) problems.push(advice('emptyFiles', 'files', { names: found.emptyNames, count: found.empty }))
  if (found.duplicates)
    problems.push(advice('duplicateFiles', 'files', { names: found.duplicateNames, count: found.duplicates }))
  if (found.closed) problems.push(advice('closedFormats', 'files', { names: found.closedNames, count: found.closed }))
  if (found.personal)
    problems.push(advice('personalFiles', 'files', { names: found.personalNames, count: found.personal }))
  return problems
}

const NAMED_MAX = 5
/** Tables whose columns are looked at (our choice). */
const TABLES_LOOKED_AT = 50

export type Checked = DataOf<typeof publications.check>

const NONE = { name: '', path: '', sizeBytes: 0, rows: 0, columns: 0, files: 0, isGone: false, isForbidden: false }

/** The contents that a draft would publish, and its problems. */
export function publicationChecking(needs: PublicationNeeds & { boards: PublicationBoards }) {
  const { db, tables, templates, transfers, institutions, config, now } = needs
  const today = () => now().toISOString().slice(0, 10)

  /** The selected items in their current state, including those that were deleted or may not be published. */
  async function selected(
    space: EnteredSpace,
    { files = [], tables: tableIds = [], restricted = [] }: DraftFields,
    actor: SignedIn,
  ) {
    const { item, nodes, tops } = await chosenItems(db, space.id, files)
    const { policyContext } = space
    const refused = await refusedOf(db, { actor, policyContext, permission: 'file.download', nodes })
    const forbidden = new Set(refused.map(({ id }) => id))
    const chosen = files.map((id): SelectedItem => {
      const node = item(id)
      if (!node) return gone(id, 'file')
      const { name, size: sizeBytes } = node
      const about = node.is_folder
        ? { kind: 'folder' as const, files: node.files_below }
        : { kind: 'file' as const, files: 1 }
      const path = pathOf(node.above)
      const isForbidden = forbidden.has(node.id)
      return { ...NONE, id, ...about, name, path, sizeBytes, isForbidden }
    })
    const known = new Map((await tables.several(space.id, tableIds, actor)).map((table) => [table.id, table]))
    const picked = tableIds.map((id): SelectedItem => {
      const table = known.get(id)
      if (!table) return gone(id, 'table')
      const { name, row_count: rows, column_count: columns } = table
      return { ...NONE, id, kind: 'table', name, rows, columns, files: 1 }
    })
    return { items: [...chosen, ...picked], tops, restricted: onRequest(nodes, restricted) }
  }

  const gone = (id: string, kind: SelectedItem['kind']): SelectedItem => ({ ...NONE, id, kind, isGone: true })

  function selectionProblems(items: readonly SelectedItem[], found: SelectionFindings): Problem[] {
    const problems: Problem[] = []
    const missing = items.filter(({ isGone, kind }) => isGone && kind !== 'table')
    const lost = items.filter(({ isGone, kind }) => isGone && kind === 'table')
    const forbidden = items.filter(({ isForbidden }) => isForbidden)
    if (!items.length) problems.push(wrong('nothingSelected', 'files'))
    if (missing.length) problems.push(wrong('selectionGone', 'files', { count: missing.length }))
    if (lost.length) problems.push(wrong('tableGone', 'tables', { count: lost.length }))
    if (forbidden.length) {
      const names = forbidden.slice(0, 5).map(({ name }) => name)
      problems.push(wrong('fileForbidden', 'files', { names, count: forbidden.length }))
    }
    const hasTables = items.some(({ kind, isGone }) => kind === 'table' && !isGone)
    if (items.length && !hasTables && !found.files && !missing.length) problems.push(wrong('nothingSelected', 'files'))
    if (found.damaged)
      problems.push(wrong('damagedFiles', 'files', { names: found.damagedNames, count: found.damaged }))
    if (found.files > PUBLISHED_FILES_MAX) problems.push(wrong('filesTooMany', 'files', { count: PUBLISHED_FILES_MAX }))
    return problems
  }

  /** Whether the chosen institution takes it, by this template; later versions go where the first one went. */
  async function institutionProblems({ fields, dataset_id: datasetId }: { fields: DraftFields; dataset_id: string }) {
    const { institution = '', template = '', access } = fields
    const [offered, remote, publishers] = await Promise.all([
      institutions.offered(),
      institutions.templates.one(template),
      transfers.publishers(datasetId),
    ])
    const problems: Problem[] = []
    if (institution && !offered.some(({ id }) => id === institution))
      problems.push(wrong('institutionGone', 'institution'))
    if (publishers.some((publisher) => (publisher ?? '') !== institution))
      problems.push(wrong('institutionOther', 'institution'))
    const isTheirs = (remote?.institution_id ?? '') === institution && !remote?.is_gone && !remote?.unusable.length
    if (!isTheirs) problems.push(wrong('templateOther', 'template'))
    const kinds = remote?.plan.find(({ kind }) => kind === 'access')?.options ?? []
    if (kinds.length && !kinds.includes(accessNameOf(access ?? { kind: 'open' })))
      problems.push(wrong('accessOther', 'access'))
    return problems
  }

  /** Columns without a description, and columns that may contain personal data. */
  async function columnAdvice(spaceId: string, ids: readonly string[], actor: SignedIn): Promise<Problem[]> {
    const undescribed: string[] = []
    const personal: string[] = []
    for (const id of ids.slice(0, TABLES_LOOKED_AT)) {
      const { name, columns } = await tables.dictionary({ spaceId, id, ranges: false }, actor)
      for (const column of columns) {
        const named = ids.length > 1 ? `${name}: ${column.name}` : column.name
        if (!column.description.trim()) undescribed.push(named)
        if (isPersonal(column.name)) personal.push(named)
      }
    }
    const told = (code: 'undescribedColumns' | 'personalColumns', names: string[]) =>
      names.length ? [advice(code, 'tables', { names: names.slice(0, NAMED_MAX), count: names.length })] : []
    return [...told('undescribedColumns', undescribed), ...told('personalColumns', personal)]
  }

  /** Datasets of this site that this one is derived from, under a licence that asks for another one. */
  async function licenceAdvice({ licence = '', related = [] }: DraftFields): Promise<Problem[]> {
    const sources = related.filter(({ relation }) => relation === 'IsDerivedFrom')
    const known = await licencesOf(
      needs,
      sources.map(({ identifier }) => identifier),
    )
    const unfit = known.filter((source) => !fitsLicence(licence, source.licence))
    if (!unfit.length) return []
    const names = unfit.slice(0, NAMED_MAX).map((source) => `${source.title} (${source.licence})`)
    return [advice('licenceUnfit', 'licence', { names, count: unfit.length })]
  }

  async function check(
    row: { fields: DraftFields; number: number; dataset_id: string },
    space: EnteredSpace,
    actor: SignedIn,
  ): Promise<Checked> {
    const { fields, number } = row
    const definition = await templates.one(fields.template ?? '')
    const { items, tops, restricted } = await selected(space, fields, actor)
    const found = tops.length ? await selectionFindings(db, tops) : NOTHING
    const metadata = definition
      ? metadataProblems(classified(definition), fields, today())
      : [wrong('required', 'template')]
    if (definition) metadata.push(...(await imageProblems(needs, definition, { fields, tops, restricted })))
    metadata.push(...(await institutionProblems(row)))
    if (number > 1 && !fields.changes?.trim()) metadata.push(wrong('changesMissing', 'changes'))
    const unfit = await needs.boards.unfit(space.id, fields, actor)
    if (unfit.length) {
      const names = unfit.filter(Boolean).slice(0, NAMED_MAX)
      metadata.push(wrong('boardUnfit', 'boards', { names, count: unfit.length }))
    }
    const picked = items.filter(({ kind, isGone }) => kind === 'table' && !isGone)
    const [columns, licences] = await Promise.all([
      columnAdvice(
        space.id,
        picked.map(({ id }) => id),
        actor,
      ),
      licenceAdvice(fields),
    ])
    const hasIdentifier = config.arkNaan !== null || Boolean(config.datacite)
    return {
      problems: [...metadata, ...selectionProblems(items, found), ...adviceOn(found, fields), ...columns, ...licences],
      fair: fairScore(fields, { files: found.files + picked.length, closed: found.closed, hasIdentifier }),
      files: found.files,
      sizeBytes: found.bytes,
      tables: picked.length,
    }
  }

  const selection = async (space: EnteredSpace, fields: DraftFields, actor: SignedIn): Promise<SelectedItem[]> =>
    (await selected(space, fields, actor)).items

  /** What a draft publishes openly: the outermost of its items, under the names that they get, and its tables. */
  async function openItems(space: EnteredSpace, fields: DraftFields, actor: SignedIn): Promise<SelectedItem[]> {
    const { items, tops, restricted } = await selected(space, fields, actor)
    const names = new Map(tops.map(({ id, name }) => [id, name]))
    const closed = new Set(restricted)
    return items.flatMap((item) => {
      const name = item.kind === 'table' && !item.isGone ? item.name : names.get(item.id)
      return name === undefined || closed.has(item.id) ? [] : [{ ...item, name }]
    })
  }

  async function images(space: EnteredSpace, { files = [], restricted = [] }: DraftFields, q: string) {
    const { nodes, tops } = await chosenItems(db, space.id, files)
    const found = tops.length ? await selectedImages(db, tops, { restricted: onRequest(nodes, restricted), q }) : []
    return found.map(({ path }) => path)
  }

  return { selection, openItems, check, images }
}
export type PublicationChecking = ReturnType<typeof publicationChecking>
