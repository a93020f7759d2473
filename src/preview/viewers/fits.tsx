import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'
import { columnsOf, type Hdu, planesOf, readHdus, readPlane, readRows, textOf } from '../fits.ts'
import { NumberField } from '../NumberField.tsx'
import { PropertyList } from '../PropertyList.tsx'
import { type RangeFile, rangeFile } from '../ranges.ts'
import { RasterView } from '../raster/RasterView.tsx'
import { sizeText } from '../size-text.ts'
import { TableView } from '../TableView.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'

/** A FITS file read by ranges: its units with picture or table, and the header. */
export default function FitsViewer({ file, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<number | null>(null)
  const [isHeader, showHeader] = useState(false)
  const opened = useLoaded(async () => {
    const bytes = rangeFile(address, file.size)
    return { bytes, hdus: await readHdus(bytes) }
  }, [address, file.size])
  if (!opened) return <div className="stage-note">{t('preview.loading')}</div>
  const { bytes, hdus } = opened
  // The first unit often contains only a header.
  const first = Math.max(
    0,
    hdus.findIndex(({ axes }) => axes.length > 0),
  )
  const at = chosen ?? first
  const hdu = hdus[at]
  if (!hdu) return null
  const body = isHeader ? (
    <PropertyList
      properties={hdu.cards.map(([keyword, value, comment]) => [
        keyword,
        [value, comment].filter(Boolean).join('  / '),
      ])}
    />
  ) : (
    <Part key={at} bytes={bytes} hdu={hdu} label={file.name} />
  )
  return (
    <div className="parts-viewer">
      <div className="parts-bar">
        <select value={at} onChange={({ target }) => choose(Number(target.value))} aria-label={t('preview.part')}>
          {hdus.map((one, i) => (
            <option key={i} value={i}>
              {`${i} ${one.name} ${one.axes.join(' × ')}`}
            </option>
          ))}
        </select>
        <button type="button" className="btn ghost" aria-pressed={isHeader} onClick={() => showHeader(!isHeader)}>
          {t('preview.header')}
        </button>
      </div>
      <div className="parts-body">{body}</div>
    </div>
  )
}

type PartProps = { bytes: RangeFile; hdu: Hdu; label: string }

function Part({ bytes, hdu, label }: PartProps) {
  const { t } = useTranslation()
  if (hdu.kind === 'image' && hdu.axes.length > 0) return <Image bytes={bytes} hdu={hdu} label={label} />
  if (hdu.kind === 'table' || hdu.kind === 'text') return <Table bytes={bytes} hdu={hdu} label={label} />
  return <div className="stage-note">{t('preview.noData')}</div>
}

function Image({ bytes, hdu, label }: PartProps) {
  const { t } = useTranslation()
  const [plane, setPlane] = useState(0)
  const [row, setRow] = useState(0)
  const field = useLoaded(() => readPlane(bytes, hdu, plane, row), [bytes, hdu, plane, row])
  if (!field) return <div className="stage-note">{t('preview.loading')}</div>
  const [width = 0, rows = 1] = hdu.axes
  const planes = planesOf(hdu)
  const unit = textOf(hdu, 'BUNIT')
  return (
    <RasterView field={field} label={label} unit={unit} look={{ colours: 'grey', scale: 'sqrt' }}>
      <span>{`${width} × ${rows}`}</span>
      {planes > 1 && <NumberField label={t('preview.plane')} count={planes} value={plane} onChange={setPlane} />}
      {field.height < rows && (
        <>
          <span>{t('preview.rowsOf', { from: row + 1, to: row + field.height, rows })}</span>
          <NumberField label={t('preview.fromRow')} count={rows - field.height + 1} value={row} onChange={setRow} />
        </>
      )}
    </RasterView>
  )
}

function Table({ bytes, hdu, label }: PartProps) {
  const { t } = useTranslation()
  const columns = useMemo(() => columnsOf(hdu).map(({ name, unit }) => ({ name, note: unit })), [hdu])
  const page = useCallback(
    (at: number) => readRows(bytes, hdu, at * GRID_PAGE_ROWS, (at + 1) * GRID_PAGE_ROWS),
    [bytes, hdu],
  )
  const rows = hdu.axes[1] ?? 0
  return (
    <TableView label={label} columns={columns} count={rows} page={page}>
      <span>{sizeText(t, rows, columns.length)}</span>
    </TableView>
  )
}
