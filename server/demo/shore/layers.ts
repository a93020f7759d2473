import { type Context, drawn } from '../draw/canvas.ts'
import { aerial } from '../draw/vegetation.ts'
import { geotiff } from '../formats/geotiff.ts'
import { outline, type Point, shapefile } from '../formats/shapefile.ts'
import { json, round } from '../formats/text.ts'
import { awayAt, BASIN, CENTRE } from '../lake/basin.ts'
import { random } from '../random.ts'
import { type Site, sites } from './sites.ts'

const SIDE = 1000
const PIXEL = 0.000002

/** A site from above, in natural colours. */
export function orthoTif(site: Site): Buffer {
  const paint = (ctx: Context) => aerial(ctx, random(`ortho ${site.id}`), { width: SIDE, height: SIDE })
  const rgba = drawn(SIDE, SIDE, paint).data()
  const data = new Uint8Array(SIDE * SIDE * 3)
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    data[i * 3] = rgba[i * 4] ?? 0
    data[i * 3 + 1] = rgba[i * 4 + 1] ?? 0
    data[i * 3 + 2] = rgba[i * 4 + 2] ?? 0
  }
  const [west, north] = site.place
  return geotiff({ width: SIDE, height: SIDE, data, west, north, pixel: [PIXEL, PIXEL] })
}

const NO_DATA = -1
/** Degrees of the shore around the lake's frame, and of a pixel. */
const [MARGIN, STEP] = [0.02, 0.0004]
/** The vegetation index of the whole lake shore, from -0.2 to 0.9. */
export function ndviTif(): Buffer {
  const [across, down] = [BASIN.east - BASIN.west, BASIN.north - BASIN.south]
  const [width, height] = [Math.round((across + MARGIN * 2) / STEP), Math.round((down + MARGIN * 2) / STEP)]
  const data = Float32Array.from({ length: width * height }, (_, i) => {
    const [u, v] = [((i % width) * STEP - MARGIN) / across, (Math.floor(i / width) * STEP - MARGIN) / down]
    const away = awayAt(u, v)
    if (away > 1.3) return NO_DATA
    if (away < 1) return -0.18 + 0.06 * away
    return 0.25 + 0.5 * Math.exp(-(((away - 1.09) / 0.09) ** 2)) + 0.08 * Math.sin(u * 80) * Math.cos(v * 74)
  })
  const [west, north] = [BASIN.west - MARGIN, BASIN.north + MARGIN]
  return geotiff({ width, height, data, west, north, pixel: [STEP, STEP], noData: NO_DATA })
}

export const sitesShape = () =>
  shapefile({
    kind: 'point',
    columns: [
      { name: 'SITE', width: 4 },
      { name: 'NAME', width: 20 },
      { name: 'SLOPE', width: 6, digits: 1 },
    ],
    features: sites.map(({ id, english, place, slope }) => ({ points: [place], values: [id, english, slope] })),
  })

const transect = ({ place: [x, y] }: Site): Point[] => {
  const angle = Math.atan2(y - CENTRE[1], x - CENTRE[0])
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  return Array.from(
    { length: 12 },
    (_, i): Point => [x + dx * (i - 5) * 0.0009, y + dy * (i - 5) * 0.0007 + Math.sin(i) * 0.0001],
  )
}
export const transectsShape = () =>
  shapefile({
    kind: 'line',
    columns: [
      { name: 'SITE', width: 4 },
      { name: 'LENGTH_M', width: 8, digits: 0 },
    ],
    features: sites.map((site) => ({ points: transect(site), values: [site.id, 850] })),
  })
export const habitatsShape = () =>
  shapefile({
    kind: 'polygon',
    columns: [
      { name: 'HABITAT', width: 16 },
      { name: 'AREA_HA', width: 8, digits: 2 },
    ],
    features: sites.map(({ place, algae }, i) => ({
      points: outline(place, 0.011 + algae * 0.012, 0.008 + algae * 0.006, 40),
      values: [['reed bed', 'pebble shore', 'sedge meadow', 'sand'][i % 4] ?? '', round(18 + algae * 60, 2)],
    })),
  })
export const surveyJson = () =>
  json({
    type: 'FeatureCollection',
    features: sites.flatMap((site) => [
      {
        type: 'Feature',
        properties: { site: site.id, name: site.name, kind: 'site' },
        geometry: { type: 'Point', coordinates: site.place },
      },
      {
        type: 'Feature',
        properties: { site: site.id, kind: 'transect' },
        geometry: { type: 'LineString', coordinates: transect(site) },
      },
    ]),
  })
