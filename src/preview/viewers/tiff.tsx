import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SHEET_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { bytesAt } from '../bytes-at.ts'
import { rangeFile } from '../ranges.ts'
import { PictureView, RasterView } from '../raster/RasterView.tsx'
import { isColoured, isUnknown, openTiff, placeOf, readPage, type TiffPage, type TiffPart } from '../raster/tiff.ts'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'

/** A TIFF read by ranges: pages, bands, colours, and the position of a GeoTIFF. */
export default function TiffViewer({ file, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState({ page: 0, band: 0 })
  const pages = useLoaded(() => openTiff(rangeFile(address, file.size)), [address, file.size])
  const page = pages?.[chosen.page]
  const shown = useLoaded(
    async (signal): Promise<TiffPart | null> => {
      if (!page) return null
      return readPage(page, chosen.band).catch((cause) => readOld(cause, signal))
    },
    [page, chosen.band],
  )
  async function readOld(cause: unknown, signal: AbortSignal): Promise<TiffPart> {
    // The fallback decoder is only for compressions that the main one does not support, because it also decodes damaged
    // files.
    if (file.size > SHEET_PREVIEW_BYTES || !isUnknown(cause)) throw cause
    const [bytes, { readOldPage }] = await Promise.all([bytesAt(address, signal), import('../raster/fax.ts')])
    return { pixels: readOldPage(bytes, chosen.page), part: 'whole' }
  }
  const image = page?.sizes[0]
  if (!shown || !page || !image) return <div className="stage-note">{t('preview.loading')}</div>
  const bands = image.getSamplesPerPixel()
  const bar = (
    <>
      <Properties page={page} part={shown.part} />
      {pages.length > 1 && (
        <Chooser
          label={t('preview.pages')}
          count={pages.length}
          value={chosen.page}
          onChange={(at) => choose({ page: at, band: 0 })}
        />
      )}
      {bands > 1 && !isColoured(image) && (
        <Chooser
          label={t('preview.band')}
          count={bands}
          value={chosen.band}
          onChange={(band) => choose({ ...chosen, band })}
        />
      )}
    </>
  )
  if (shown.pixels)
    return (
      <PictureView pixels={shown.pixels} label={file.name}>
        {bar}
      </PictureView>
    )
  return (
    shown.field && (
      <RasterView field={shown.field} label={file.name}>
        {bar}
      </RasterView>
    )
  )
}

type ChooserProps = { label: string; count: number; value: number; onChange: (at: number) => void }
const Chooser = ({ label, count, value, onChange }: ChooserProps) => (
  <label>
    {label}{' '}
    <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {Array.from({ length: count }, (_, i) => (
        <option key={i} value={i}>
          {i + 1} / {count}
        </option>
      ))}
    </select>
  </label>
)

function Properties({ page, part }: { page: TiffPage; part: TiffPart['part'] }) {
  const { t } = useTranslation()
  const [image] = page.sizes
  if (!image) return null
  const place = placeOf(image)
  return (
    <>
      <span>{`${image.getWidth()} × ${image.getHeight()}`}</span>
      {part !== 'whole' && <span>{t(part === 'overview' ? 'preview.overview' : 'preview.middle')}</span>}
      {place && <span title={place.box.join(', ')}>{place.system}</span>}
    </>
  )
}
