import type { Point } from '../formats/shapefile.ts'
import { shoreAt } from '../lake/basin.ts'
import { random } from '../random.ts'

const names = [
  '北湾',
  '芦苇荡',
  '白石滩',
  '渡口',
  '鹤嘴',
  '西坡',
  '河口洲',
  '沙咀',
  '南岸',
  '松林',
  '东澙湖',
  '观测站',
] as const
const english = [
  'North Bay',
  'Reed Bed',
  'White Stones',
  'Ferry',
  'Crane Point',
  'West Slope',
  'River Island',
  'Sand Spit',
  'South Shore',
  'Pine Wood',
  'East Lagoon',
  'Field Station',
] as const

/** Twelve sites around the lake, an hour apart on the clock. */
export const sites = names.map((name, i) => {
  // From the north bay by west, south and east; angles of the frame turn clockwise.
  const angle = (i / names.length) * 2 * Math.PI + 1.17
  const r = random(`site ${i}`)
  return {
    id: `S${String(i + 1).padStart(2, '0')}`,
    name,
    english: english[i] ?? '',
    place: shoreAt(-angle, 1.04) satisfies Point,
    slope: r.between(3, 24),
    /** Share of stones that algae cover. */
    algae: r.between(0.15, 0.65),
  }
})
export type Site = (typeof sites)[number]

export const species = [
  'Phragmites',
  'Potamogeton',
  'Myriophyllum',
  'Carex',
  'Cladophora',
  'Chara',
  'Juncus',
  'Polygonum',
] as const
