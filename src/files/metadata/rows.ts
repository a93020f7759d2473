import {
  cleanKey,
  cleanValue,
  type FieldProblem,
  type MetaPair,
  normalizedValue,
  problemOf,
  type TemplateField,
} from '#contract/fields.ts'

/** A row in edit mode: a new one, or the entry named by `of`. */
export type Draft = { id: number; mode: 'add' | 'edit'; of: string; key: string; value: string }
export type DraftEvent =
  | { does: 'add' }
  | { does: 'edit'; pair: MetaPair }
  | { does: 'type'; id: number; key?: string; value?: string }
  /** A cancelled row discards the typed values: a new row disappears, an existing one shows its stored value. */
  | { does: 'cancel'; id: number }
  | { does: 'saved'; id: number }

const nextId = (drafts: readonly Draft[]) => Math.max(0, ...drafts.map(({ id }) => id)) + 1
const isEmpty = ({ mode, key, value }: Draft) => mode === 'add' && !key.trim() && !value.trim()

/** Reducer of the rows in edit mode. Source: spec sections 4 and 5, the metadata editor. */
export function draftsAfter(drafts: readonly Draft[], event: DraftEvent): readonly Draft[] {
  switch (event.does) {
    case 'add':
      // At most one empty row exists at a time.
      return drafts.some(isEmpty)
        ? drafts
        : [...drafts, { id: nextId(drafts), mode: 'add', of: '', key: '', value: '' }]
    case 'edit':
      return drafts.some(({ mode, of }) => mode === 'edit' && of === event.pair.key)
        ? drafts
        : [...drafts, { id: nextId(drafts), mode: 'edit', of: event.pair.key, ...event.pair }]
    case 'type':
      return drafts.map((draft) =>
        draft.id === event.id ? { ...draft, key: event.key ?? draft.key, value: event.value ?? draft.value } : draft,
      )
    case 'cancel':
    case 'saved':
      return drafts.filter(({ id }) => id !== event.id)
  }
}

/** One line of the editor: an entry, its template field, and its draft while it is edited. */
export type Row = { pair: MetaPair; field: TemplateField | null; draft: Draft | null }

/** The template's fields in their order, then all other entries; new rows are not included. */
export function rowsOf(
  list: readonly MetaPair[],
  fields: readonly TemplateField[],
  drafts: readonly Draft[],
): { rows: Row[]; added: Draft[] } {
  const known = new Set(fields.map(({ key }) => key))
  const held = new Map(list.map(({ key, value }) => [key, value]))
  const draftOf = (key: string) => drafts.find(({ mode, of }) => mode === 'edit' && of === key) ?? null
  const filled = fields.map((field) => ({
    pair: { key: field.key, value: held.get(field.key) ?? '' },
    field,
    draft: draftOf(field.key),
  }))
  const free = list
    .filter(({ key }) => !known.has(key))
    .map((pair) => ({ pair, field: null, draft: draftOf(pair.key) }))
  // If another user removed the edited entry, the draft is kept as a new row.
  const shown = new Set([...known, ...held.keys()])
  const added = drafts.filter(({ mode, of }) => mode === 'add' || !shown.has(of))
  return { rows: [...filled, ...free], added }
}

/** The list after saving the draft; an emptied template field is removed. */
export function listWith(list: readonly MetaPair[], draft: Draft, field: TemplateField | null): MetaPair[] {
  const pair = {
    key: cleanKey(draft.key),
    value: field ? normalizedValue(field.kind, draft.value) : cleanValue(draft.value),
  }
  const at = draft.mode === 'edit' ? list.findIndex(({ key }) => key === draft.of) : -1
  if (field && !pair.value) return list.filter((_pair, place) => place !== at)
  return at < 0 ? [...list, pair] : list.map((one, place) => (place === at ? pair : one))
}

export const listWithout = (list: readonly MetaPair[], key: string): MetaPair[] =>
  list.filter((pair) => pair.key !== key)

/** Why a row cannot be saved: no name, a name that is taken, or a value that its field rejects. */
export function problemOfDraft(
  list: readonly MetaPair[],
  draft: Draft,
  field: TemplateField | null,
  terms: ReadonlySet<string>,
): FieldProblem | 'noKey' | null {
  const key = cleanKey(draft.key)
  if (!key) return 'noKey'
  if (key !== draft.of && list.some((pair) => pair.key === key)) return 'twice'
  return field ? problemOf(field, normalizedValue(field.kind, draft.value), terms) : null
}

/** The next empty field of the template after this one. */
export const nextEmpty = (rows: readonly Row[], key: string): MetaPair | null => {
  const at = rows.findIndex(({ pair }) => pair.key === key)
  return rows.slice(at + 1).find(({ field, pair, draft }) => field && !pair.value && !draft)?.pair ?? null
}
