import { helixPdb, NEWICK } from '../../support/journeys/science.ts'
import { stations } from '../../support/journeys/tables.ts'
import type { Samples } from './samples.ts'

/** The atoms of the helix as mmCIF. Source: PDBx/mmCIF dictionary, category atom_site. */
function helixCif(): string {
  const columns = ['group_PDB', 'id', 'type_symbol', 'label_atom_id', 'label_alt_id', 'label_comp_id', 'label_asym_id']
  const more = ['label_entity_id', 'label_seq_id', 'Cartn_x', 'Cartn_y', 'Cartn_z', 'occupancy', 'B_iso_or_equiv']
  const atoms = helixPdb(12)
    .split('\n')
    .filter((line) => line.startsWith('ATOM'))
    .map((line) => {
      const at = (from: number, to: number) => line.slice(from, to).trim()
      const place = [at(30, 38), at(38, 46), at(46, 54)]
      return [
        'ATOM',
        at(6, 11),
        at(76, 78),
        at(12, 16),
        '.',
        'ALA',
        'A',
        '1',
        at(22, 26),
        ...place,
        '1.00',
        '0.00',
      ].join(' ')
    })
  return [
    'data_HELIX',
    '#',
    'loop_',
    ...[...columns, ...more].map((name) => `_atom_site.${name}`),
    ...atoms,
    '#',
    '',
  ].join('\n')
}

const geojson = {
  type: 'FeatureCollection',
  features: stations.map(([station, place, latitude, longitude, depth]) => ({
    type: 'Feature',
    properties: { station, place, depth_m: depth },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
}

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {
    kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
    language_info: { name: 'python' },
  },
  cells: [
    { id: 'a1', cell_type: 'markdown', metadata: {}, source: ['# 温度剖面\n', 'Mean temperature by *station*.'] },
    {
      id: 'a2',
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      source: ['import statistics\n', 'statistics.mean([4.1, 15.6])'],
      outputs: [{ output_type: 'execute_result', execution_count: 1, metadata: {}, data: { 'text/plain': ['9.85'] } }],
    },
    {
      id: 'a3',
      cell_type: 'code',
      execution_count: 2,
      metadata: {},
      source: ['table'],
      outputs: [
        {
          output_type: 'execute_result',
          execution_count: 2,
          metadata: {},
          data: {
            'text/html': [
              '<table><tr><th>station</th></tr><tr><td>S01</td></tr></table><script>top.hacked = 1</script>',
            ],
            'text/plain': ['station\nS01'],
          },
        },
      ],
    },
    {
      id: 'a4',
      cell_type: 'code',
      execution_count: 3,
      metadata: {},
      source: ['1 / 0'],
      outputs: [
        {
          output_type: 'error',
          ename: 'ZeroDivisionError',
          evalue: 'division by zero',
          traceback: ['\u001b[31mZeroDivisionError\u001b[0m: division by zero'],
        },
      ],
    },
  ],
}

export async function texts(): Promise<Samples> {
  const write = (text: string) => Buffer.from(text)
  return {
    'helix.pdb': write(helixPdb(12)),
    'helix.cif': write(helixCif()),
    'diatoms.nwk': write(NEWICK),
    'stations.geojson': write(`${JSON.stringify(geojson, null, 1)}\n`),
    'profile.ipynb': write(`${JSON.stringify(notebook, null, 1)}\n`),
    'notes.md': write(
      '# Notes\n\n| station | depth |\n|---|---|\n| S01 | 27.1 |\n\n![outside](https://example.org/a.png)\n' +
        '\n- [x] profile taken\n- [ ] nutrients measured\n',
    ),
    'mean.py': write(
      'def mean(values: list[float]) -> float:\n    """平均值"""\n    return sum(values) / len(values)\n',
    ),
    'mean.R': write('mean_depth <- function(x) {\n  sum(x) / length(x) # 平均\n}\n'),
  }
}
