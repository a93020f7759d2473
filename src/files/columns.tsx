import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { isFolder } from '#contract/core/directory.ts'
import type { ItemBadges } from '#contract/favourites.ts'
import type { FileRecord, FileSort } from '#contract/files.ts'
import type { Texts } from '#providers/texts.ts'
import { formatBytes, formatDateTime, formatExact } from '../widgets/format.ts'

export type ColumnId = Exclude<keyof Texts['files']['columns'], 'name'>
type Reader = { t: TFunction; language: string; badges: ItemBadges | undefined }

/** A column of the list; the name column is separate and always first. */
export type Column = {
  id: ColumnId
  widthPx: number
  className: string
  isDefault: boolean
  /** The sort key of its head; without one the column cannot be sorted. */
  sort?: FileSort
  cell: (record: FileRecord, reader: Reader) => ReactNode
  /** Full text for a cell that is shortened. */
  hint?: (record: FileRecord, reader: Reader) => string
}

export const columns: readonly Column[] = [
  {
    id: 'size',
    widthPx: 110,
    className: 'num end',
    isDefault: true,
    sort: 'size',
    cell: (record) => formatBytes(record.size),
  },
  {
    id: 'type',
    widthPx: 80,
    className: 'kind',
    isDefault: true,
    sort: 'type',
    cell: (record, { t }) => (isFolder(record) ? t('files.folder') : record.suffix.toUpperCase()),
  },
  {
    id: 'modified',
    widthPx: 140,
    className: 'num end',
    isDefault: true,
    sort: 'modified',
    cell: (record, { language }) => formatDateTime(record.updateTime, language),
    hint: (record, { language }) => formatExact(record.updateTime, language),
  },
  {
    id: 'author',
    widthPx: 120,
    className: 'who',
    isDefault: true,
    cell: (record) => record.author.personName,
    hint: (record) => record.author.personName,
  },
  {
    id: 'tags',
    widthPx: 140,
    className: 'tags',
    isDefault: true,
    cell: (_record, { badges }) => badges?.tags.map((tag) => <i key={tag}>{tag}</i>),
    hint: (_record, { badges }) => badges?.tags.join(', ') ?? '',
  },
  {
    id: 'created',
    widthPx: 140,
    className: 'num end',
    isDefault: false,
    cell: (record, { language }) => formatDateTime(record.createTime, language),
    hint: (record, { language }) => formatExact(record.createTime, language),
  },
  {
    id: 'version',
    widthPx: 80,
    className: 'num end',
    isDefault: false,
    cell: (record) => (isFolder(record) ? '' : record.version),
  },
  {
    id: 'checksum',
    widthPx: 160,
    className: 'sum',
    isDefault: false,
    cell: (record) => record.sha256,
    hint: (record) => record.sha256 ?? '',
  },
]
export const defaultColumns: readonly ColumnId[] = columns.filter(({ isDefault }) => isDefault).map(({ id }) => id)

/** Minimum and maximum width of a column. */
export const COLUMN_PX = { min: 60, max: 600 } as const
export type Widths = Partial<Record<ColumnId, number>>
export const widthOf = ({ id, widthPx }: Column, widths: Widths): number => widths[id] ?? widthPx

const BOX_PX = 36
const NAME_PX = 200
/** Horizontal padding of a row. */
const SIDES_PX = 48
/** Columns hidden first when space is short, starting with those whose content the icon or the details repeat. */
const LEAVING: readonly ColumnId[] = ['checksum', 'version', 'created', 'type', 'tags', 'author', 'size', 'modified']

/** The chosen columns that fit into a list of this width. One that somebody sized leaves last: it may be in their hand. */
export function fitting(chosen: readonly Column[], widths: Widths, roomPx: number): readonly Column[] {
  let left = chosen
  const isSized = (id: ColumnId) => widths[id] !== undefined
  for (const id of [...LEAVING.filter((id) => !isSized(id)), ...LEAVING.filter(isSized)]) {
    const wanted = left.reduce((sum, column) => sum + widthOf(column, widths), BOX_PX + NAME_PX + SIDES_PX)
    if (wanted <= roomPx) break
    left = left.filter((column) => column.id !== id)
  }
  return left
}

/** CSS grid columns of a row: the checkbox, the name with all remaining width, and the other columns. */
export const widthsOf = (shown: readonly Column[], widths: Widths): string =>
  `${BOX_PX}px minmax(${NAME_PX}px, 1fr) ${shown.map((column) => `${widthOf(column, widths)}px`).join(' ')}`
