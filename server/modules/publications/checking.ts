import { advice, metadataProblems, type Problem, wrong } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import type { SelectedItem } from '#contract/publications.ts'
import type { SignedIn } from '#server/http/context.ts'
import { pathOf, refusedOf } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { chosenItems } from './chosen.ts'
import type { PublicationNeeds } from './needs.ts'
import { type SelectionFindings, selectionFindings } from './selection-store.ts'

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
  hasReadme: false,
}

function adviceOn(found: SelectionFindings): Problem[] {
  const problems: Problem[] = []
  if (found.files && !found.hasReadme) problems.push(advice('noReadme', 'files'))
  if (found.empty) problems.push(advice('emptyFiles', 'files', { names: found.emptyNames, count: found.empty }))
  if (found.duplicates)
    problems.push(advice('duplicateFiles', 'files', { names: found.duplicateNames, count: found.duplicates }))
  if (found.closed) problems.push(advice('closedFormats', 'files', { names: found.closedNames, count: found.closed }))
  return problems
}

export type Checked = { problems: Problem[]; files: number; sizeBytes: number }

/** What would be published of a draft, and what is wrong with it. */
export function publicationChecking({ db, tables, templates, now }: PublicationNeeds) {
  const today = () => now().toISOString().slice(0, 10)

  /** The chosen items as they are now, with those that are gone or may not be given. */
  async function selected(space: EnteredSpace, { files = [], tables: tableIds = [] }: DraftFields, actor: SignedIn) {
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
      return { id, ...about, name, path, sizeBytes, isGone: false, isForbidden: forbidden.has(node.id) }
    })
    const known = new Map((await tables.several(space.id, tableIds, actor)).map((table) => [table.id, table]))
    const picked = tableIds.map((id): SelectedItem => {
      const table = known.get(id)
      if (!table) return gone(id, 'table')
      const { name, bytes: sizeBytes } = table
      return { id, kind: 'table', name, path: '', sizeBytes, files: 1, isGone: false, isForbidden: false }
    })
    return { items: [...chosen, ...picked], tops }
  }

  const gone = (id: string, kind: SelectedItem['kind']): SelectedItem => ({
    id,
    kind,
    name: '',
    path: '',
    sizeBytes: 0,
    files: 0,
    isGone: true,
    isForbidden: false,
  })

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
    if (found.files > PUBLISHED_FILES_MAX) problems.push(wrong('filesTooMany', 'files', { count: PUBLISHED_FILES_MAX }))
    return problems
  }

  async function check(
    { fields, number }: { fields: DraftFields; number: number },
    space: EnteredSpace,
    actor: SignedIn,
  ): Promise<Checked> {
    const definition = await templates.one(fields.template ?? '')
    const { items, tops } = await selected(space, fields, actor)
    const found = tops.length ? await selectionFindings(db, tops) : NOTHING
    const metadata = definition ? metadataProblems(definition, fields, today()) : [wrong('required', 'template')]
    if (number > 1 && !fields.changes?.trim()) metadata.push(wrong('changesMissing', 'changes'))
    const picked = items.filter(({ kind, isGone }) => kind === 'table' && !isGone)
    return {
      problems: [...metadata, ...selectionProblems(items, found), ...adviceOn(found)],
      files: found.files + picked.length,
      sizeBytes: found.bytes + picked.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }
  }

  const selection = async (space: EnteredSpace, fields: DraftFields, actor: SignedIn): Promise<SelectedItem[]> =>
    (await selected(space, fields, actor)).items

  return { selection, check }
}
export type PublicationChecking = ReturnType<typeof publicationChecking>
