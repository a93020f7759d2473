import { defaults } from 'ol/control/defaults.js'
import Feature from 'ol/Feature.js'
import GeoJSONFormat from 'ol/format/GeoJSON.js'
import Graticule from 'ol/layer/Graticule.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import Projection from 'ol/proj/Projection.js'
import VectorSource from 'ol/source/Vector.js'
import { Circle, Fill, Stroke, Style, Text } from 'ol/style.js'
import View from 'ol/View.js'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { watchTheme } from '../widgets/watch-theme.ts'
import type { FeatureCollection } from './features.ts'

type Props = {
  data: FeatureCollection
  /** Whether coordinates are degrees; otherwise they are drawn on a plane. */
  isOnEarth: boolean
  label: string
  /** Called with the properties of the clicked shape; null for a click outside of all shapes. */
  onChoose: (properties: Record<string, unknown> | null) => void
}
const MARGIN_PX = 40

/** The style of shapes, in the colours of the theme. */
function styleOf(element: HTMLElement, isChosen: boolean): Style {
  const colour = getComputedStyle(element)
    .getPropertyValue(isChosen ? '--chart-2' : '--chart-1')
    .trim()
  const stroke = new Stroke({ color: colour, width: isChosen ? 3 : 1.5 })
  const fill = new Fill({ color: `${colour}40` })
  return new Style({
    stroke,
    fill,
    image: new Circle({ radius: isChosen ? 7 : 5, stroke, fill: new Fill({ color: `${colour}a0` }) }),
  })
}

/** Draws the map into an element; returns the function that removes it. */
function drawMap(element: HTMLElement, { data, isOnEarth, onChoose }: Omit<Props, 'label'>, words: Words): () => void {
  const projection = isOnEarth ? 'EPSG:4326' : new Projection({ code: 'plane', units: 'm' })
  const source = new VectorSource({ features: new GeoJSONFormat().readFeatures(data) })
  const layer = new VectorLayer({ source, style: styleOf(element, false) })
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
  const label = (place: { textAlign?: 'end'; textBaseline?: 'bottom' }) =>
    new Text({ font: `12px ${colour('--font')}`, fill: new Fill({ color: colour('--soft') }), ...place })
  const graticule = new Graticule({
    strokeStyle: new Stroke({ color: colour('--line-strong'), width: 1 }),
    showLabels: true,
    wrapX: false,
    latLabelStyle: label({ textAlign: 'end' }),
    lonLabelStyle: label({ textBaseline: 'bottom' }),
  })
  const map = new OlMap({
    target: element,
    controls: defaults({ rotate: false, attribution: false }),
    layers: isOnEarth ? [graticule, layer] : [layer],
    view: new View({
      projection,
      center: [0, 0],
      zoom: 2,
      ...(isOnEarth && { extent: [-180, -90, 180, 90], showFullExtent: true }),
    }),
  })
  for (const [at, name] of [words.zoomIn, words.zoomOut].entries())
    for (const button of [...element.querySelectorAll('.ol-zoom button')].slice(at, at + 1)) {
      button.setAttribute('title', name)
      button.setAttribute('aria-label', name)
    }
  const extent = source.getExtent()
  if (extent && source.getFeatures().length)
    map.getView().fit(extent, { padding: Array(4).fill(MARGIN_PX), maxZoom: 14 })
  let chosen: Feature | null = null
  map.on('singleclick', ({ pixel }) => {
    chosen?.setStyle(undefined)
    const hit = map.forEachFeatureAtPixel(pixel, (one) => (one instanceof Feature ? one : null), {
      hitTolerance: 4,
      layerFilter: (one) => one === layer,
    })
    chosen = hit ?? null
    chosen?.setStyle(styleOf(element, true))
    const { geometry: _shape, ...properties } = chosen?.getProperties() ?? {}
    onChoose(chosen ? properties : null)
  })
  return () => map.setTarget(undefined)
}
type Words = { zoomIn: string; zoomOut: string }

/**
 * A map without external tiles: a plain background with a graticule. With the focus, arrows and + and - move and zoom
 * it.
 */
export function MapCanvas({ data, isOnEarth, label, onChoose }: Props) {
  const { t } = useTranslation()
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = target.current
    if (!element) return
    const words = { zoomIn: t('preview.zoomIn'), zoomOut: t('preview.zoomOut') }
    let remove = drawMap(element, { data, isOnEarth, onChoose }, words)
    const unwatch = watchTheme(() => {
      remove()
      remove = drawMap(element, { data, isOnEarth, onChoose }, words)
    })
    return () => {
      unwatch()
      remove()
    }
  }, [data, isOnEarth, onChoose, t])
  return (
    <div
      ref={target}
      className="map-target"
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
    />
  )
}
