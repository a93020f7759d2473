import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
} from 'hyparquet'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'
import { cellText } from '../parquet-cell.ts'
import { rangeFile } from '../ranges.ts'
import { sizeText } from '../size-text.ts'
import { TableView } from '../TableView.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'

/** Codecs built into the reader; the others are loaded when a file uses them. */
const KNOWN = new Set(['UNCOMPRESSED', 'SNAPPY'])
type Opened = { file: AsyncBuffer; metadata: FileMetaData; compressors: Compressors | undefined }

async function open(address: string, size: number): Promise<Opened> {
  const bytes = rangeFile(address, size)
  const file: AsyncBuffer = {
    byteLength: size,
    slice: async (from, to = size) => (await bytes.read(from, to)).buffer,
  }
  const metadata = await parquetMetadataAsync(file)
  const codecs = metadata.row_groups.flatMap((group) => group.columns.map((column) => column.meta_data?.codec))
  const isOther = codecs.some((codec) => codec !== undefined && !KNOWN.has(codec))
  return { file, metadata, compressors: isOther ? (await import('hyparquet-compressors')).compressors : undefined }
}

/** A parquet file read by ranges: the footer describes the columns, and only visible rows are read. */
export default function ParquetViewer({ file, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const opened = useLoaded(() => open(address, file.size), [address, file.size])
  const columns = useMemo(() => {
    const { children = [] } = opened ? parquetSchema(opened.metadata) : {}
    return children.map(({ element }) => ({
      name: element.name,
      note: (element.logical_type?.type ?? element.converted_type ?? element.type ?? '').toLowerCase(),
    }))
  }, [opened])
  const page = useCallback(
    (at: number) =>
      new Promise<string[][]>((resolve, reject) => {
        if (!opened) return resolve([])
        const rowEnd = Math.min(Number(opened.metadata.num_rows), (at + 1) * GRID_PAGE_ROWS)
        parquetRead({
          ...opened,
          rowStart: at * GRID_PAGE_ROWS,
          rowEnd,
          useOffsetIndex: true,
          onComplete: (rows) => resolve(rows.map((row) => row.map(cellText))),
        }).catch(reject)
      }),
    [opened],
  )
  if (!opened) return <div className="stage-note">{t('preview.loading')}</div>
  const count = Number(opened.metadata.num_rows)
  return (
    <TableView label={file.name} columns={columns} count={count} page={page}>
      <span>{sizeText(t, count, columns.length)}</span>
      <span>{t('preview.rowGroups', { count: opened.metadata.row_groups.length })}</span>
    </TableView>
  )
}
