import type { Tx } from '#server/storage/database.ts'
import type { PersonKey } from './people.ts'
import { pdf, profilePng } from './pictures.ts'
import type { SampleSpace } from './sample.ts'
import { helixPdb, NEWICK, shapefile, toneWav } from './science.ts'
import { profile, profileCsv, stations, stationsXlsx } from './tables.ts'

type DemoFile = { path: string; content: Buffer; author: PersonKey }

const text = (content: string) => Buffer.from(content)
const by =
  (author: PersonKey) =>
  (path: string, content: Buffer): DemoFile => ({ path, content, author })

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

async function lakeFiles(now: Date): Promise<DemoFile[]> {
  const [lin, zhang, sorensen] = [by('lin'), by('zhang'), by('sorensen')]
  const shapes = shapefile()
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
    lin('站位与采样记录.xlsx', await stationsXlsx(now)),
    ...stations.map(([station], i) => zhang(`CTD 剖面/${station}_profile.csv`, text(profileCsv(i)))),
    zhang('CTD 剖面/method.json', text(`${JSON.stringify(method, null, 2)}\n`)),
    zhang('CTD 剖面/S01_temperature.png', profilePng(profile(0))),
    ...(['shp', 'shx', 'dbf', 'prj'] as const).map((part) => sorensen(`地图/lakes.${part}`, shapes[part])),
    sorensen('浮游生物/diatoms.nwk', text(NEWICK)),
    sorensen('水声/tone_440Hz.wav', toneWav()),
  ]
}

async function proteinFiles(): Promise<DemoFile[]> {
  const okafor = by('okafor')
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
const noteFiles = (author: PersonKey, title: string, about: string) => async (): Promise<DemoFile[]> => [
  by(author)('README.md', text(`# ${title}\n\n${about}\n`)),
  by(author)('notes/meeting.txt', text('Agenda\n1. Naming of files\n2. Who checks the uploads\n')),
]

/** The files of each sample space, by identifier. */
const filesIn: Record<string, (now: Date) => Promise<DemoFile[]>> = {
  alpinelake: lakeFiles,
  helices: proteinFiles,
  glacier: noteFiles(
    'lin',
    '冰川物质平衡',
    '示例空间：冰川物质平衡的数据由成员共享，申请加入并获批后可以浏览。目前存有会议记录 `notes/meeting.txt`。',
  ),
  maize: noteFiles(
    'okafor',
    'Maize field trial',
    'Sample space: members share the data of a field trial. Ask to join to browse it. It holds the minutes in `notes/meeting.txt`.',
  ),
  ourgroup: noteFiles('lin', '课题组内部资料', '仅成员可见的示例空间，存有会议记录 `notes/meeting.txt`。'),
  drafts: noteFiles('okafor', 'Manuscript drafts', 'Private sample space with the minutes in `notes/meeting.txt`.'),
}

/** The files of a sample space. */
export const sampleFiles = async (identifier: string, now: Date): Promise<DemoFile[]> =>
  (await filesIn[identifier]?.(now)) ?? []

/** Creates the sample files in a new space. */
export async function fillInFiles(tx: Tx, space: SampleSpace): Promise<void> {
  for (const file of await sampleFiles(space.identifier, space.now())) await fillIn(tx, space, file)
}

async function fillIn(tx: Tx, space: SampleSpace, { path, content, author }: DemoFile): Promise<void> {
  const { id: spaceId, rootId, files, blobs, now, newId } = space
  const { id: authorId, name } = space.person(author)
  const [fileName = '', ...above] = path.split('/').reverse()
  const folder = above.reverse().join('/')
  const wish = { spaceId, folderId: rootId, path: folder, authorId, existing: 'reuse', now: now(), newId } as const
  const folderId = folder ? (await files.createFolders(tx, wish)).id : rootId
  const doer = { id: authorId, name, channel: 'web' } as const
  const blob = await blobs.put(content)
  const fixed = { conflict: 'skip', mayReplace: () => false, releaseBytes: 0, change: 'uploaded' } as const
  await files.place(tx, spaceId, [{ folderId, name: fileName, blob, authorId, doer, ...fixed }])
}
