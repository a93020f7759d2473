import type { Calendar } from '#server/demo/calendar.ts'
import type { PersonKey } from '#server/demo/people.ts'
import type { DemoFile } from '#server/demo/sample.ts'
import { pdf, profilePng } from './pictures.ts'
import { helixPdb, lakesShape, NEWICK, toneWav } from './science.ts'
import { profile, profileCsv, stations, stationsXlsx } from './tables.ts'

const text = (content: string) => Buffer.from(content)
const by =
  (author: PersonKey, { now }: Calendar) =>
  (path: string, content: Buffer): DemoFile => ({ path, author, at: now, make: () => content })

const README = `# 高原湖泊生态观测 · Alpine lake survey

**示例数据，由程序按公式生成，不是观测结果。** Sample data, computed by formula; nothing here was measured.

| 文件 File | 如何生成 How it was made |
|---|---|
| \`CTD 剖面/*.csv\` | 温跃层位于 18 m 的 logistic 曲线 · a logistic thermocline at 18 m |
| \`CTD 剖面/method.json\` | 所用公式 · the formula |
| \`CTD 剖面/S01_temperature.png\` | 一号站剖面图 · the profile of station S01 |
| \`站位与采样记录.xlsx\` | 虚构的站位 · invented stations |
| \`地图/lakes.shp\` | 两个虚构的湖泊轮廓，WGS 84 · two invented outlines |
| \`浮游生物/diatoms.nwk\` | 真实的属名，虚构的枝长 · real genera, invented branch lengths |
| \`水声/tone_440Hz.wav\` | 440 Hz 正弦波 · a sine tone |
| \`航次报告.pdf\` | 一页样例报告 · a one-page sample report |

Licence: CC0 1.0.
`

/** A lake with profiles, tables, a map, a tree and a sound. */
export function lakeFiles(calendar: Calendar): DemoFile[] {
  const [lin, zhang, sorensen] = [by('lin', calendar), by('zhang', calendar), by('sorensen', calendar)]
  const shapes = lakesShape()
  const method = {
    formula: '4.1 + 11.5 / (1 + exp((depth - 18 - station) / 2.4))',
    unit: 'degree Celsius',
    step_m: 0.25,
    measured: false,
  }
  return [
    lin('README.md', text(README)),
    lin(
      '航次报告.pdf',
      pdf('Cruise report (sample)', [
        'This report belongs to the sample data of DataSpace.',
        'The profiles were computed, not measured.',
        'Four invented stations, 0 to 60 m, every 0.25 m.',
      ]),
    ),
    {
      path: '站位与采样记录.xlsx',
      author: 'lin',
      at: calendar.now,
      make: () => stationsXlsx(calendar.now),
    },
    ...stations.map(([station], i) => zhang(`CTD 剖面/${station}_profile.csv`, text(profileCsv(i)))),
    zhang('CTD 剖面/method.json', text(`${JSON.stringify(method, null, 2)}\n`)),
    zhang('CTD 剖面/S01_temperature.png', profilePng(profile(0))),
    ...(['shp', 'shx', 'dbf', 'prj'] as const).map((part) => sorensen(`地图/lakes.${part}`, shapes[part])),
    sorensen('浮游生物/diatoms.nwk', text(NEWICK)),
    sorensen('水声/tone_440Hz.wav', toneWav()),
  ]
}

/** Two structures and a script. */
export function proteinFiles(calendar: Calendar): DemoFile[] {
  const okafor = by('okafor', calendar)
  return [
    okafor(
      'README.md',
      text(
        '# Ideal helices\n\nBackbones computed from 1.5 Å rise and 100° a residue. No structure was determined. CC0 1.0.\n',
      ),
    ),
    okafor('helix-12.pdb', text(helixPdb(12))),
    okafor('helix-40.pdb', text(helixPdb(40))),
    okafor(
      'scripts/rise.py',
      text('RISE, TURN = 1.5, 100.0\nprint([(i * RISE, i * TURN % 360) for i in range(12)])\n'),
    ),
  ]
}

/** `about`: what members and, in a restricted space, visitors read of the space. */
export const noteFiles = (author: PersonKey, title: string, about: string) => (calendar: Calendar) => [
  by(author, calendar)('README.md', text(`# ${title}\n\n${about}\n`)),
  by(author, calendar)('notes/meeting.txt', text('Agenda\n1. Naming of files\n2. Who checks the uploads\n')),
]
