import { setImmediate as breathe } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  FILE_TAGS_MAX,
  META_CHARS_MAX,
  META_PAIRS_MAX,
  META_VALUE_MAX,
  METADATA_CHANGES_BYTES,
  METADATA_SHEET_COLUMNS,
  METADATA_SHEET_ROWS,
  NOTE_MAX,
} from '#contract/core/limits.ts'
import { Id } from '#contract/core/shapes.ts'
import { cleanValue, joined, lengthOf, type MetaPair, normalizedValue, type TemplateField } from '#contract/fields.ts'
import { type CellChange, type Comparison, ItemTag, type RowChange, type RowProblem } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { pathOf } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { readSheet, type SheetRow } from '#server/sheets/read-sheet.ts'
import { type Column, readHeadings } from './columns.ts'
import { type ItemMetadata, retagged } from './item-metadata.ts'
import { problemOfPair } from './judge.ts'
import { type MetadataSchema, schemasOf } from './metadata-schema.ts'
import { type Item, liveItems, type MetadataNeeds, mayEdit } from './needs.ts'
import { loadMetadata } from './store.ts'

/** Rows whose metadata is loaded at a time; between batches other requests are served. */
const BATCH = 250
/** Bytes of the maximum body that are reserved for the other fields of the request. */
const ROOM_BYTES = 65_536

/** A row of the sheet: the item, its stamp at the export, and the editable cells. */
type Line = { row: number; hash: string; stamp: string; path: string; cells: { column: Column; text: string }[] }
type Known = { item: Item; metadata: ItemMetadata; schema: MetadataSchema }
type Wrong = Pick<RowProblem, 'key' | 'value' | 'problem'>
type Judged = { change: RowChange } | { problems: RowProblem[] } | null

function lineOf({ row, cells }: SheetRow, columns: readonly (Column | null)[]): Line {
  const line: Line = { row: row + 1, hash: '', stamp: '', path: '', cells: [] }
  for (const [place, column] of columns.entries()) {
    if (!column) continue
    const text = cleanValue(cells[place] ?? '')
    if (column.kind === 'hash' || column.kind === 'stamp' || column.kind === 'path') line[column.kind] = text
    else line.cells.push({ column, text })
  }
  return line
}

const answers = new Map(
  (['yes', 'no'] as const).flatMap((answer) =>
    [answer, textOf('zh', `metadata.answers.${answer}`), textOf('en', `metadata.answers.${answer}`)].map(
      (word) => [word.toLowerCase(), answer] as const,
    ),
  ),
)
const normalizedCell = (field: TemplateField | undefined, text: string): string => {
  if (!field) return text
  return field.kind === 'yesNo' ? (answers.get(text.toLowerCase()) ?? text) : normalizedValue(field.kind, text)
}
/** The export puts an apostrophe before values that look like formulas; it is not a change. */
const isSame = (before: string, after: string) => before === after || before === `'${after}`

function metaChange({ metadata, schema }: Known, key: string, text: string): CellChange | Wrong | null {
  const before = metadata.meta.find((pair) => pair.key === key)?.value ?? ''
  const after = normalizedCell(schema.fields.get(key), text)
  if (isSame(before, after)) return null
  if (after.length > META_VALUE_MAX) return { key, value: `${text.slice(0, 100)}…`, problem: 'tooLong' }
  const problem = problemOfPair({ key, value: after }, schema)
  return problem ? { key, value: text, problem } : { column: 'meta', key, before, after }
}

/** The tags in a cell, without duplicates. */
export const tagsOf = (text: string): string[] =>
  retagged(
    [],
    text.split(/[,;，；]/).flatMap((tag) => tag.trim() || []),
    [],
  )

function tagsChange({ metadata }: Known, text: string): CellChange | Wrong | null {
  const tags = tagsOf(text)
  const [before, after] = [joined(metadata.tags), joined(tags)]
  if (isSame(before, after)) return null
  if (!z.array(ItemTag).safeParse(tags).success) return { key: '', value: text, problem: 'tag' }
  if (tags.length > FILE_TAGS_MAX) return { key: '', value: text, problem: 'tooManyTags' }
  return { column: 'tags', key: '', before, after }
}

function noteChange({ metadata }: Known, after: string): CellChange | Wrong | null {
  if (isSame(metadata.note, after)) return null
  if (after.length > NOTE_MAX) return { key: '', value: `${after.slice(0, 100)}…`, problem: 'tooLong' }
  return { column: 'note', key: '', before: metadata.note, after }
}

function cellChange(known: Known, { column, text }: Line['cells'][number]): CellChange | Wrong | null {
  if (column.kind === 'tags') return tagsChange(known, text)
  return column.kind === 'note' ? noteChange(known, text) : metaChange(known, column.key, text)
}

/** A metadata list with changed cells: emptied entries are removed, new ones are added at the end. */
export function patched(meta: readonly MetaPair[], cells: readonly CellChange[]): MetaPair[] {
  const after = new Map(meta.map(({ key, value }) => [key, value]))
  for (const { column, key, after: value } of cells)
    if (column === 'meta') {
      if (value) after.set(key, value)
      else after.delete(key)
    }
  return [...after].map(([key, value]) => ({ key, value }))
}

const isChange = (one: CellChange | Wrong): one is CellChange => 'column' in one

/** The changes of a row, or the reason why it is skipped; null when nothing changes. */
function judge(line: Line, known: Known, mayChange: boolean): Judged {
  const path = `${pathOf(known.item.chain.slice(0, -1))}/${known.item.node.name}`
  const out = (...wrong: Wrong[]): Judged => ({ problems: wrong.map((one) => ({ row: line.row, path, ...one })) })
  const found = line.cells.flatMap((cell) => cellChange(known, cell) ?? [])
  if (!found.length) return null
  if (!mayChange) return out({ key: '', value: '', problem: 'forbidden' })
  if (line.stamp !== known.metadata.stamp) return out({ key: '', value: '', problem: 'stale' })
  const cells = found.filter(isChange)
  const wrong = found.flatMap((one) => (isChange(one) ? [] : [one]))
  if (wrong.length) return out(...wrong)
  const after = patched(known.metadata.meta, cells)
  if (after.length > META_PAIRS_MAX) return out({ key: '', value: '', problem: 'tooManyEntries' })
  if (lengthOf(after) > META_CHARS_MAX) return out({ key: '', value: '', problem: 'tooLong' })
  return { change: { hash: line.hash, path, stamp: line.stamp, cells } }
}

/** Compares an edited sheet with the current metadata. */
export function metadataComparison({ db, spaces }: Pick<MetadataNeeds, 'db' | 'spaces'>) {
  async function judgeBatch(lines: Line[], space: EnteredSpace, actor: SignedIn, seen: Set<string>): Promise<Judged[]> {
    const ids = lines.flatMap(({ hash }) => (Id.safeParse(hash).success ? [hash] : []))
    const [items, metadataOf] = [await liveItems(db, space.id, ids), await loadMetadata(db, ids)]
    const schemaOf = await schemasOf(
      db,
      space.id,
      [...items.values()].map(({ chain }) => chain),
    )
    return lines.map((line) => {
      const item = items.get(line.hash)
      const out = (problem: 'unknown' | 'repeated'): Judged => ({
        problems: [{ row: line.row, path: line.path, key: '', value: line.hash, problem }],
      })
      if (!item) return out('unknown')
      if (seen.has(line.hash)) return out('repeated')
      seen.add(line.hash)
      const known = { item, metadata: metadataOf(line.hash), schema: schemaOf(item.chain) }
      return judge(line, known, mayEdit(actor, space.policyContext, item.node))
    })
  }

  return async function compare(
    spaceId: string,
    bytes: Buffer,
    { actor, language }: { actor: SignedIn; language: Language },
  ): Promise<Comparison> {
    const space = await spaces.enter(spaceId, actor)
    const [heading, ...rows] = await readSheet(bytes, { rows: METADATA_SHEET_ROWS, columns: METADATA_SHEET_COLUMNS })
    const columns = readHeadings(heading?.cells ?? [], language)
    const comparison: Comparison = { changes: [], problems: [], unchanged: 0 }
    const seen = new Set<string>()
    let weight = 0
    for (let at = 0; at < rows.length; at += BATCH) {
      const lines = rows.slice(at, at + BATCH).map((row) => lineOf(row, columns))
      for (const judged of await judgeBatch(lines, space, actor, seen)) {
        if (!judged) comparison.unchanged += 1
        else if ('change' in judged) comparison.changes.push(judged.change)
        else comparison.problems.push(...judged.problems)
        weight += judged ? Buffer.byteLength(JSON.stringify(judged)) : 0
      }
      if (weight > METADATA_CHANGES_BYTES - ROOM_BYTES) throw new Failure('tooLarge')
      await breathe()
    }
    return comparison
  }
}
