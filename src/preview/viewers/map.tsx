import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WHOLE_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { suffixOf } from '#contract/files.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { bytesAt } from '../bytes-at.ts'
import { collectionOf, type Features, isOnEarth, shapeOf, zippedShapes } from '../features.ts'
import { MapCanvas } from '../MapCanvas.tsx'
import { PropertyList } from '../PropertyList.tsx'
import { TooLarge } from '../TooLarge.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'

/** Shapes on a map without tiles: background, graticule and the file's features; the file is read completely. */
export default function MapViewer(props: ViewerProps) {
  return props.file.size > WHOLE_PREVIEW_BYTES ? <TooLarge limit={WHOLE_PREVIEW_BYTES} /> : <Shapes {...props} />
}

async function read({ file, data }: ViewerProps, signal: AbortSignal): Promise<Features | null> {
  if (file.suffix === 'zip') return zippedShapes(await bytesAt(data.address, signal), file.name)
  if (file.suffix !== 'shp') {
    const json = JSON.parse(new TextDecoder().decode(await bytesAt(data.address, signal)))
    return { data: collectionOf(json), hasTable: true }
  }
  // The other parts of a shapefile are siblings with the same name.
  const { fileUrl } = await data.framed('map')
  const parts = fileUrl.map(
    async (address) => [suffixOf(decodeURIComponent(address)), await bytesAt(address, signal)] as const,
  )
  return shapeOf(new Map(await Promise.all(parts)))
}

function Shapes(props: ViewerProps) {
  const { t } = useTranslation()
  const { file, data } = props
  const [chosen, choose] = useState<Record<string, unknown> | null>(null)
  const shapes = useLoaded(async (signal) => ({ found: await read(props, signal) }), [file.hash, data.address])
  if (!shapes) return <div className="stage-note">{t('preview.loading')}</div>
  if (!shapes.found) return <Empty title={t('preview.noShapes')} />
  const { data: collection, hasTable } = shapes.found
  const isPlace = isOnEarth(collection)
  return (
    <div className="map-viewer">
      <div className="map-canvas">
        <MapCanvas data={collection} isOnEarth={isPlace} label={file.name} onChoose={choose} />
        {chosen && (
          <div className="map-properties">
            <PropertyList properties={Object.entries(chosen).map(([name, value]) => [name, textOf(value)])} />
          </div>
        )}
      </div>
      <div className="viewer-bar num">
        <span>{t('preview.features', { count: collection.features.length })}</span>
        <span>{kindsOf(collection)}</span>
        {!hasTable && <span>{t('preview.noTable')}</span>}
        {!isPlace && <span>{t('preview.noPlace')}</span>}
      </div>
    </div>
  )
}

const textOf = (value: unknown) => (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value))
const kindsOf = ({ features }: Features['data']) =>
  [...new Set(features.flatMap(({ geometry }) => (geometry ? [geometry.type] : [])))].join(', ')
