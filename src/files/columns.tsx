import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { isFolder } from '#contract/core/directory.ts'
import type { ItemBadges } from '#contract/favourites.ts'
import type { FileRecord, FileSort } from '#contract/files.ts'
import type { Texts } from '#providers/texts.ts'
import { formatBytes, formatDateTime, formatExact } from '../widgets/format.ts'

export type ColumnId = Exclude<keyof Texts['files']['columns'], 'name'>
type Reader = { t: TFunction; language: string; badges: ItemBadges | undefined }

/** A column of the list beside the name, which always stands first. */
export type Column = {
  id: ColumnId
  widthPx: number
  className: string
  isDefault: boolean
  /** By what its head sorts; without one it doesn't. */
  sort?: FileSort
  cell: (record: FileRecord, reader: Reader) => ReactNode
  /** The whole of it, for a cell that shortens. */
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

/** The narrowest and the widest that a column may be made. */
export const COLUMN_PX = { min: 60, max: 600 } as const
export type Widths = Partial<Record<ColumnId, number>>
export const widthOf = ({ id, widthPx }: Column, widths: Widths): number => widths[id] ?? widthPx

const BOX_PX = 36
const NAME_PX = 200
/** What a row has at its sides. */
const SIDES_PX = 48
/** Columns that leave where there is no room for them: the first what the icon or the details say as well. */
const LEAVING: readonly ColumnId[] = ['checksum', 'version', 'created', 'type', 'tags', 'author']

/** Of the columns that are chosen those that a list of this width has room for. */
export function fitting(chosen: readonly Column[], widths: Widths, roomPx: number): readonly Column[] {
  let left = chosen
  for (const id of LEAVING) {
    const wanted = left.reduce((sum, column) => sum + widthOf(column, widths), BOX_PX + NAME_PX + SIDES_PX)
    if (wanted <= roomPx) break
    left = left.filter((column) => column.id !== id)
  }
  return left
}

/** Widths of a row: the box, the name with all the room that is left, and what else is shown. */
export const widthsOf = (shown: readonly Column[], widths: Widths): string =>
  `${BOX_PX}px minmax(${NAME_PX}px, 1fr) ${shown.map((column) => `${widthOf(column, widths)}px`).join(' ')}`
