import { random } from '../random.ts'

const RESIDUES = ['ALA', 'LEU', 'GLU', 'LYS', 'SER', 'VAL', 'THR', 'ARG', 'ASP', 'ILE'] as const
/** Backbone of an ideal alpha helix: radius and rise in Å, turn in degrees. */
const BACKBONE = [
  { name: 'N', radius: 1.55, turn: 0, rise: -0.9, element: 'N' },
  { name: 'CA', radius: 2.3, turn: 27.5, rise: 0, element: 'C' },
  { name: 'C', radius: 1.66, turn: 53.5, rise: 1.1, element: 'C' },
  { name: 'O', radius: 2.0, turn: 60, rise: 2.3, element: 'O' },
  { name: 'CB', radius: 3.3, turn: 10, rise: -0.4, element: 'C' },
] as const
const [RISE, TURN] = [1.5, 100]

type Atom = {
  name: string
  element: string
  residue: string
  number: number
  chain: string
  place: [number, number, number]
  factor: number
}
type Bundle = { id: string; title: string; helices: number; residues: number }

/** Models of a protein family: bundles of two to six helices. */
export const bundles: readonly Bundle[] = Array.from({ length: 24 }, (_, i) => ({
  id: `SIL${String(i + 1).padStart(2, '0')}`,
  title: `COMPUTED MODEL ${i + 1} OF A HELIX BUNDLE`,
  helices: 2 + (i % 5),
  residues: 18 + ((i * 5) % 17),
}))

function atomsOf({ id, helices, residues }: Bundle): Atom[] {
  const r = random(id)
  return Array.from({ length: helices }, (_h, helix) => {
    const around = (helix / helices) * 2 * Math.PI
    const [x, y] = [Math.cos(around) * (4.6 + helices * 0.7), Math.sin(around) * (4.6 + helices * 0.7)]
    const isDown = helix % 2 === 1
    return Array.from({ length: residues }, (_r, residue) => {
      const name = r.pick(RESIDUES)
      // The helices wind around each other as they rise.
      const lean = residue * 0.018
      return BACKBONE.map(({ name: atom, radius, turn, rise, element }): Atom => {
        const angle = ((residue * TURN + turn) * Math.PI) / 180
        const z = (residue - residues / 2) * RISE + rise
        const [near, across] = [x * Math.cos(lean) - y * Math.sin(lean), x * Math.sin(lean) + y * Math.cos(lean)]
        return {
          name: atom,
          element,
          residue: name,
          number: residue + 1,
          chain: 'ABCDEF'[helix] ?? 'A',
          // Upright: viewers look along the last axis.
          place: [
            near + radius * Math.cos(angle),
            isDown ? -z : z,
            -across - radius * Math.sin(angle) * (isDown ? -1 : 1),
          ],
          factor: 18 + Math.abs(residue - residues / 2) * 1.4,
        }
      })
    }).flat()
  }).flat()
}

/** Source: wwPDB, Atomic Coordinate Entry Format 3.3. */
export function pdb(bundle: Bundle): string {
  const atoms = atomsOf(bundle)
  const chains = [...new Set(atoms.map(({ chain }) => chain))]
  const ends = (chain: string) => atoms.filter((atom) => atom.chain === chain && atom.name === 'CA')
  const helices = chains.map((chain, i) => {
    const [first, last] = [ends(chain)[0], ends(chain).at(-1)]
    const number = String(i + 1).padStart(3)
    return `HELIX  ${number} ${number} ${first?.residue} ${chain} ${String(first?.number).padStart(4)}  ${last?.residue} ${chain} ${String(last?.number).padStart(4)}  1${' '.repeat(30)} ${String(bundle.residues).padStart(5)}`
  })
  const lines = atoms.map(
    ({ name, element, residue, number, chain, place, factor }, i) =>
      `ATOM  ${String(i + 1).padStart(5)}  ${name.padEnd(3)} ${residue} ${chain}${String(number).padStart(4)}    ${place.map((value) => value.toFixed(3).padStart(8)).join('')}  1.00${factor.toFixed(2).padStart(6)}          ${element.padStart(2)}`,
  )
  return [
    `HEADER    ${bundle.id}`,
    `TITLE     ${bundle.title}`,
    'REMARK   1 NO STRUCTURE WAS DETERMINED',
    ...helices,
    ...lines,
    'TER',
    'END',
    '',
  ].join('\n')
}

const COLUMNS = [
  'group_PDB',
  'id',
  'type_symbol',
  'label_atom_id',
  'label_alt_id',
  'label_comp_id',
  'label_asym_id',
  'label_entity_id',
  'label_seq_id',
  'Cartn_x',
  'Cartn_y',
  'Cartn_z',
  'occupancy',
  'B_iso_or_equiv',
  'auth_seq_id',
  'auth_asym_id',
]
/** Source: PDBx/mmCIF dictionary, category atom_site. */
export function cif(bundle: Bundle): string {
  const rows = atomsOf(bundle).map(({ name, element, residue, number, chain, place, factor }, i) =>
    [
      'ATOM',
      i + 1,
      element,
      name,
      '.',
      residue,
      chain,
      1,
      number,
      ...place.map((value) => value.toFixed(3)),
      '1.00',
      factor.toFixed(2),
      number,
      chain,
    ].join(' '),
  )
  return [
    `data_${bundle.id}`,
    '#',
    `_struct.title '${bundle.title}'`,
    '#',
    'loop_',
    ...COLUMNS.map((name) => `_atom_site.${name}`),
    ...rows,
    '#',
    '',
  ].join('\n')
}
