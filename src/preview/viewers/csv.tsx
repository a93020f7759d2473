import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewerProps } from '../registry.ts'
import { tableOf } from '../table.ts'
import { useText } from '../use-text.ts'

const ROW_PX = 30
const READ_BYTES = 16 * 1_048_576
const SMALL_BYTES = 16_384

/** A delimited table: the rows in sight are drawn, and how much of the file they are is said. */
export default function CsvViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const read = useText(address, file.size, isSmall ? SMALL_BYTES : READ_BYTES)
  const table = useMemo(() => (read ? tableOf(read.text, read.isWhole) : null), [read])
  const virtual = useVirtualizer({
    count: table?.rows.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 20,
    useFlushSync: false,
  })
  if (!table || !read) return <div className="stage-note">{t('preview.loading')}</div>
  const columns = table.header.length
  const template = {
    gridTemplateColumns: `56px repeat(${columns}, minmax(${isSmall ? 64 : 110}px, 1fr))`,
    minWidth: 56 + columns * (isSmall ? 64 : 110),
  }
  return (
    <div className="csv-viewer">
      <div
        className="csv-scroller"
        ref={scroller}
        tabIndex={0}
        role="table"
        aria-label={file.name}
        aria-rowcount={table.rows.length + 1}
      >
        <div className="csv-row head" role="row" style={template}>
          <span role="columnheader" />
          {table.header.map((name, at) => (
            <span key={at} role="columnheader" title={name}>
              {name}
            </span>
          ))}
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              className="csv-row"
              role="row"
              aria-rowindex={index + 2}
              style={{ ...template, transform: `translateY(${start}px)` }}
            >
              <span className="num faint">{index + 1}</span>
              {table.header.map((_name, at) => {
                const value = table.rows[index]?.[at] ?? ''
                return (
                  <span
                    key={at}
                    role="cell"
                    title={value}
                    className={value !== '' && Number.isFinite(Number(value)) ? 'num end' : ''}
                  >
                    {value}
                  </span>
                )
              })}
            </div>
          ))}
        </div>
      </div>
      {!isSmall && (
        <div className="viewer-bar num">
          <span>{t(read.isWhole ? 'preview.rows' : 'preview.rowsPartial', { count: table.rows.length, columns })}</span>
        </div>
      )}
    </div>
  )
}
