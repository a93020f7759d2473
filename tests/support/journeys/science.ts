import { outline, type Shapefile, shapefile } from '#server/demo/formats/shapefile.ts'
import { wav } from '#server/demo/formats/wav.ts'

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

/** Outlines of two invented lakes with their index, table and projection. */
export const lakesShape = (): Shapefile =>
  shapefile({
    kind: 'polygon',
    columns: [{ name: 'NAME', width: 20 }],
    features: [
      { points: outline([100.13, 36.9], 0.42, 0.2), values: ['main basin'] },
      { points: outline([100.72, 36.6], 0.06, 0.03), values: ['lagoon'] },
    ],
  })

/** A tone as 16-bit mono WAV: what a hydrophone test file looks like. */
export const toneWav = (hertz = 440, seconds = 1, rate = 8000): Buffer =>
  wav(
    Float32Array.from(
      { length: rate * seconds },
      (_, i) => (9000 / 32767) * Math.sin((2 * Math.PI * hertz * i) / rate),
    ),
    rate,
  )
