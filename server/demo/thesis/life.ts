import type { Life } from '../life.ts'

const CHAPTER = '第三章/第三章 秋季混合过程.docx'
export const thesisLife: Life = {
  viewsADay: 5,
  busyDays: [60, 17, 2],
  downloads: 40,
  favourites: { lin: [CHAPTER], zhang: [CHAPTER, '笔记本', '进度表.xlsx'] },
  opened: { lin: [CHAPTER, '笔记本/02 Schmidt 稳定度.ipynb'], zhang: [CHAPTER, '投稿/manuscript.pdf'] },
  described: [
    { path: CHAPTER, by: 'lin', tags: ['修改中'], note: '3.4 节的因果关系再斟酌，其余很好。' },
    { path: '数据/微结构', by: 'lindqvist', tags: ['raw'], meta: { Probe: 'MSS, shear', Casts: '22' } },
    { path: '投稿/manuscript.pdf', by: 'sorensen', tags: ['submitted'] },
  ],
  shares: [
    {
      path: '投稿/manuscript.pdf',
      by: 'zhang',
      daysAgo: 3,
      days: 30,
      visits: 4,
      mayDownload: false,
      openedBy: ['lin', 'okafor'],
    },
  ],
  versions: [
    { path: CHAPTER, number: 2, name: '开题后' },
    { path: CHAPTER, number: 4, name: '导师批注', description: '林老师修改了 3.3 节' },
    { path: CHAPTER, number: 6, name: '送审稿' },
  ],
  snapshots: [{ name: '投稿前', by: 'zhang', daysAgo: 3 }],
  tasks: [],
  requests: [],
  trashed: [{ path: '第三章/figure_old.png', by: 'zhang', daysAgo: 15 }],
}
