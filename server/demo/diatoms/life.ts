import type { Life } from '../life.ts'

export const diatomsLife: Life = {
  viewsADay: 26,
  busyDays: [70, 50, 29, 7],
  downloads: 70,
  favourites: {
    okafor: ['Trees 系统树/rbcL_ml.nwk', 'Manuscript.docx'],
    lin: ['Trees 系统树/rbcL_ml.nwk'],
    he: ['Plates.xlsx'],
  },
  opened: {
    lin: ['Trees 系统树/rbcL_ml.nwk', 'Structures 蛋白结构/SIL04.pdb'],
    okafor: ['Manuscript.docx', 'Alignment 比对/rbcL_aligned.fasta'],
  },
  described: [
    { path: 'Reads 原始序列', by: 'he', tags: ['raw', 'paired-end'], note: '下机当晚自动上传，不做任何修剪。' },
    {
      path: 'Trees 系统树/rbcL_ml.nwk',
      by: 'okafor',
      tags: ['published'],
      meta: { Method: 'maximum likelihood', Replicates: '1000', Model: 'GTR+G' },
    },
    { path: 'Structures 蛋白结构', by: 'raman', tags: ['model'], meta: { Kind: 'computed', Reviewed: 'no' } },
    { path: 'Manuscript.docx', by: 'okafor', tags: ['draft'], note: 'Please comment on section 3 by Friday.' },
  ],
  shares: [
    { path: 'Trees 系统树', by: 'okafor', daysAgo: 6, days: 60, visits: 17, mayDownload: true, openedBy: ['lin'] },
    {
      path: 'Manuscript.docx',
      by: 'okafor',
      daysAgo: 4,
      days: 14,
      visits: 5,
      mayDownload: false,
      openedBy: ['sorensen', 'lin'],
    },
  ],
  versions: [
    { path: 'Manuscript.docx', number: 2, name: 'For co-authors' },
    { path: 'Manuscript.docx', number: 4, name: 'Ready to submit' },
  ],
  snapshots: [{ name: 'Submission', by: 'okafor', daysAgo: 4 }],
  tasks: [{ kind: 'verify', title: 'Reads 原始序列', by: 'he', daysAgo: 10, items: 72, bytes: 5_242_880 }],
  requests: [],
  trashed: [],
  capacity: { gb: 80, reason: '明年增加四个季度的宏条形码测序，每次约 18 GB。' },
}
