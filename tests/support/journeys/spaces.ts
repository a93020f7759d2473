import type { DemoSpace } from '#server/demo/sample.ts'
import { lakeFiles, noteFiles, proteinFiles } from './files.ts'

/** Six small spaces, two of each type, for the journeys in a browser. */
export const journeySpaces: DemoSpace[] = [
  {
    name: '高原湖泊生态观测',
    identifier: 'alpinelake',
    introduction: '逐层水温、电导与浮游生物的示例数据集，全部由公式生成。',
    tags: ['生态', '湖泊', 'CTD'],
    type: 'public',
    owner: 'lin',
    members: { zhang: 'senior', sorensen: 'normal' },
    files: lakeFiles,
  },
  {
    name: 'Ideal helices',
    identifier: 'helices',
    introduction: 'Computed alpha helices for trying structure viewers.',
    tags: ['structure', 'protein'],
    type: 'public',
    owner: 'okafor',
    members: { lin: 'normal' },
    files: proteinFiles,
  },
  {
    name: '冰川物质平衡',
    identifier: 'glacier',
    introduction: '需要申请加入的空间示例。',
    tags: ['冰冻圈'],
    type: 'restricted',
    owner: 'lin',
    members: { zhang: 'normal' },
    files: noteFiles(
      'lin',
      '冰川物质平衡',
      '示例空间：冰川物质平衡的数据由成员共享，申请加入并获批后可以浏览。目前存有会议记录 `notes/meeting.txt`。',
    ),
  },
  {
    name: 'Maize field trial',
    identifier: 'maize',
    introduction: 'A restricted space: shown to everybody, joined by approval.',
    tags: ['genomics', 'field'],
    type: 'restricted',
    owner: 'okafor',
    members: { sorensen: 'senior' },
    files: noteFiles(
      'okafor',
      'Maize field trial',
      'Sample space: members share the data of a field trial. Ask to join to browse it. It holds the minutes in `notes/meeting.txt`.',
    ),
  },
  {
    name: '课题组内部资料',
    identifier: 'ourgroup',
    introduction: '私有空间示例，仅成员可见。',
    tags: ['内部'],
    type: 'private',
    owner: 'lin',
    members: { zhang: 'senior', okafor: 'normal' },
    files: noteFiles('lin', '课题组内部资料', '仅成员可见的示例空间，存有会议记录 `notes/meeting.txt`。'),
  },
  {
    name: 'Manuscript drafts',
    identifier: 'drafts',
    introduction: 'A private space for two.',
    tags: ['writing'],
    type: 'private',
    owner: 'okafor',
    members: { sorensen: 'normal' },
    files: noteFiles('okafor', 'Manuscript drafts', 'Private sample space with the minutes in `notes/meeting.txt`.'),
  },
]
