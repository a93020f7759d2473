import { random } from '../random.ts'

const genera = [
  'Cyclotella',
  'Stephanodiscus',
  'Discostella',
  'Fragilaria',
  'Asterionella',
  'Ulnaria',
  'Navicula',
  'Nitzschia',
  'Cymbella',
  'Gomphonema',
  'Encyonema',
  'Cocconeis',
  'Achnanthidium',
  'Epithemia',
  'Surirella',
  'Pinnularia',
  'Eunotia',
  'Tabellaria',
  'Diatoma',
  'Meridion',
  'Amphora',
  'Gyrosigma',
  'Staurosira',
  'Aulacoseira',
] as const
const SITES = ['ST1', 'ST2', 'ST3', 'ST4', 'S03', 'S07'] as const
const BARCODE = 554
const BASES = ['A', 'C', 'G', 'T'] as const

/** Cultures, each of one genus, from stations of the lake and sites of the shore. */
export const cultures = genera.map((genus, i) => ({
  id: `CL${String(i + 1).padStart(3, '0')}`,
  genus,
  site: SITES[i % SITES.length] ?? 'ST1',
  /** Relatives stand beside each other. */
  clade: Math.floor(i / 6),
}))
export type Culture = (typeof cultures)[number]

/** A sequence in which a share of the bases has changed. */
function mutated(sequence: string, seed: string, share: number): string {
  const r = random(seed)
  return [...sequence].map((base) => (r.next() < share ? r.pick(BASES) : base)).join('')
}
const origin = mutated('A'.repeat(BARCODE), 'origin', 1)

/** The barcode of a culture: near that of its clade, farther from all others. */
export const barcodeOf = ({ id, clade }: Culture): string => mutated(mutated(origin, `clade ${clade}`, 0.09), id, 0.045)

const COLUMNS = 70
export const wrapped = (sequence: string): string =>
  sequence.replace(new RegExp(`.{${COLUMNS}}`, 'g'), '$&\n').trimEnd()
export const fastaOf = (culture: Culture): string =>
  `>${culture.id} ${culture.genus} sp. | rbcL | ${culture.site} | Lake Chenglan\n${wrapped(barcodeOf(culture))}`

/** The barcode with a gap where the culture lost bases; all rows are as long. */
export function aligned(culture: Culture): string {
  const r = random(`gap ${culture.id}`)
  const sequence = barcodeOf(culture)
  const [at, length] = [r.whole(40, 480), culture.clade % 2 ? 3 : 6]
  return `${sequence.slice(0, at)}${'-'.repeat(length)}${sequence.slice(at + length)}`
}

/** A tree with branch lengths and support that follows the clades. */
export function newick(seed: string): string {
  const r = random(seed)
  const length = (most: number) => r.between(0.008, most).toFixed(4)
  const joined = (nodes: string[], most: number): string => {
    const [first, second, ...rest] = nodes
    if (first === undefined || second === undefined) return first ?? ''
    return joined([...rest, `(${first},${second})${r.whole(62, 100)}:${length(most)}`], most)
  }
  const clades = [...Map.groupBy(cultures, ({ clade }) => clade).values()]
  const below = clades.map((some) =>
    joined(
      some.map(({ id, genus }) => `${genus}_${id}:${length(0.06)}`),
      0.05,
    ),
  )
  return `${joined(below, 0.12)};\n`
}

const READS = 900
/** Length of a read, and how many courses of quality a run has: reads share them, as those of one flow cell nearly do. */
const [READ, COURSES] = [151, 40]
/** Reads of a sample with their qualities. Source: FASTQ, Phred+33. */
export function fastq(culture: Culture, end: 1 | 2): string {
  const r = random(`reads ${culture.id} ${end}`)
  const sequence = barcodeOf(culture)
  const course = () =>
    Array.from({ length: READ }, (_, base) => 33 + Math.round(38 - (base / READ) ** 3 * r.between(2, 20)))
  const courses = Array.from({ length: COURSES }, () => String.fromCharCode(...course()))
  return Array.from({ length: READS }, (_, i) => {
    const at = r.whole(0, sequence.length - READ)
    const quality = r.pick(courses)
    return `@M07:${culture.id}:1:${1101 + (i % 12)}:${r.whole(1000, 20_000)}:${r.whole(1000, 20_000)} ${end}:N:0:1\n${sequence.slice(at, at + READ)}\n+\n${quality}\n`
  }).join('')
}
