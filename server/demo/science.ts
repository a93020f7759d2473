/** An ideal alpha helix of alanines in PDB format: backbone atoms from the helix's rise, radius and turn. */
export function helixPdb(residues = 12): string {
  const atoms = [
    { name: 'N', radius: 1.55, turn: 0, rise: -0.9, element: 'N' },
    { name: 'CA', radius: 2.3, turn: 27.5, rise: 0, element: 'C' },
    { name: 'C', radius: 1.66, turn: 53.5, rise: 1.1, element: 'C' },
    { name: 'O', radius: 2.0, turn: 60, rise: 2.3, element: 'O' },
    { name: 'CB', radius: 3.3, turn: 10, rise: -0.4, element: 'C' },
  ]
  const lines = Array.from({ length: residues }, (_, residue) =>
    atoms.map(({ name, radius, turn, rise, element }, i) => {
      const angle = ((residue * 100 + turn) * Math.PI) / 180
      const place = [radius * Math.cos(angle), radius * Math.sin(angle), residue * 1.5 + rise]
      const serial = String(residue * atoms.length + i + 1).padStart(5)
      return `ATOM  ${serial}  ${name.padEnd(3)} ALA A${String(residue + 1).padStart(4)}    ${place.map((value) => value.toFixed(3).padStart(8)).join('')}  1.00  0.00           ${element}`
    }),
  ).flat()
  return [
    'HEADER    IDEAL ALPHA HELIX, COMPUTED',
    'REMARK   1 BUILT FROM 1.5 A RISE AND 100 DEGREES A RESIDUE',
    ...lines,
    'TER',
    'END',
    '',
  ].join('\n')
}

/** A small tree of diatom genera; the branch lengths are invented and say so in the README. */
export const NEWICK =
  '((Cyclotella:0.12,Stephanodiscus:0.14):0.08,((Fragilaria:0.11,Asterionella:0.10):0.06,(Navicula:0.15,(Nitzschia:0.09,Cymbella:0.13):0.05):0.04):0.07);\n'

type Point = readonly [x: number, y: number]

/** A rounded outline around a centre, closed and clockwise as the shapefile format wants outer rings. */
function outline([x, y]: Point, width: number, height: number): Point[] {
  const points = Array.from({ length: 48 }, (_, i): Point => {
    const angle = (-i / 48) * 2 * Math.PI
    const wobble = 1 + 0.12 * Math.sin(3 * angle) + 0.06 * Math.cos(7 * angle)
    return [x + width * Math.cos(angle) * wobble, y + height * Math.sin(angle) * wobble]
  })
  return [...points, points[0] ?? [x, y]]
}
const lakes = [
  { name: 'main basin', ring: outline([100.13, 36.9], 0.42, 0.2) },
  { name: 'lagoon', ring: outline([100.72, 36.6], 0.06, 0.03) },
]
const extent = (rings: Point[][]) => {
  const xs = rings.flat().map(([x]) => x)
  const ys = rings.flat().map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

const POLYGON = 5
function fileHead(words: number): Buffer {
  const head = Buffer.alloc(100)
  head.writeInt32BE(9994, 0)
  head.writeInt32BE(words, 24)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(POLYGON, 32)
  for (const [i, value] of extent(lakes.map((lake) => lake.ring)).entries()) head.writeDoubleLE(value, 36 + i * 8)
  return head
}

function polygon(number: number, ring: Point[]): Buffer {
  const content = Buffer.alloc(48 + ring.length * 16)
  content.writeInt32LE(POLYGON, 0)
  for (const [i, value] of extent([ring]).entries()) content.writeDoubleLE(value, 4 + i * 8)
  content.writeInt32LE(1, 36)
  content.writeInt32LE(ring.length, 40)
  content.writeInt32LE(0, 44)
  for (const [i, [x, y]] of ring.entries()) {
    content.writeDoubleLE(x, 48 + i * 16)
    content.writeDoubleLE(y, 56 + i * 16)
  }
  const head = Buffer.alloc(8)
  head.writeInt32BE(number, 0)
  head.writeInt32BE(content.length / 2, 4)
  return Buffer.concat([head, content])
}

function dbf(): Buffer {
  const head = Buffer.alloc(65)
  head.set([3, 126, 11, 21])
  head.writeUInt32LE(lakes.length, 4)
  head.writeUInt16LE(65, 8)
  head.writeUInt16LE(21, 10)
  head.write('NAME', 32, 'latin1')
  head.write('C', 43, 'latin1')
  head.writeUInt8(20, 48)
  head.writeUInt8(0x0d, 64)
  return Buffer.concat([
    head,
    ...lakes.map(({ name }) => Buffer.from(` ${name.padEnd(20)}`, 'latin1')),
    Buffer.from([0x1a]),
  ])
}

/** Outlines of two invented lakes with their index, table and projection. Source: ESRI Shapefile Technical Description, 1998. */
export function shapefile(): Record<'shp' | 'shx' | 'dbf' | 'prj', Buffer> {
  const records = lakes.map(({ ring }, i) => polygon(i + 1, ring))
  const index = Buffer.alloc(records.length * 8)
  let offset = 50
  for (const [i, record] of records.entries()) {
    index.writeInt32BE(offset, i * 8)
    index.writeInt32BE((record.length - 8) / 2, i * 8 + 4)
    offset += record.length / 2
  }
  const prj =
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'
  return {
    shp: Buffer.concat([fileHead(offset), ...records]),
    shx: Buffer.concat([fileHead(50 + records.length * 4), index]),
    dbf: dbf(),
    prj: Buffer.from(prj),
  }
}

/** A tone as 16-bit mono WAV: what a hydrophone test file looks like. */
export function toneWav(hertz = 440, seconds = 1, rate = 8000): Buffer {
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let i = 0; i < rate * seconds; i += 1)
    samples.writeInt16LE(Math.round(9000 * Math.sin((2 * Math.PI * hertz * i) / rate)), i * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
