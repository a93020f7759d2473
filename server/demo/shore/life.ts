import type { Life } from '../life.ts'

export const shoreLife: Life = {
  viewsADay: 19,
  busyDays: [62, 33, 8],
  downloads: 70,
  favourites: { lin: ['调查报告.pdf', 'GIS'], zhou: ['照片', '野外规程.docx'], ibarra: ['正射影像'] },
  opened: { lin: ['正射影像/ndvi_shore.tif', 'GIS/habitats.shp', '调查报告.pdf'], zhou: ['照片'] },
  described: [
    { path: '照片', by: 'zhou', tags: ['照片', '内部使用'], note: '对外使用前请先问周念慈。' },
    { path: '正射影像', by: 'ibarra', tags: ['遥感'], meta: { Flight: '80 m', Overlap: '75 %', CRS: 'EPSG:4326' } },
    { path: 'GIS/habitats.shp', by: 'ibarra', tags: ['GIS', '已复核'] },
    { path: '样方/species.xlsx', by: 'su', tags: ['已复核'] },
  ],
  shares: [
    {
      path: '调查报告.pdf',
      by: 'lin',
      daysAgo: 2,
      days: 30,
      visits: 9,
      mayDownload: true,
      openedBy: ['okafor', 'sorensen'],
    },
  ],
  versions: [{ path: '野外规程.docx', number: 3, name: '2.0', description: '增加独立读数的要求' }],
  snapshots: [],
  tasks: [{ kind: 'extract', title: 'S12_photos.zip', by: 'zhou', daysAgo: 11, items: 9, bytes: 1_204_224 }],
  requests: [
    { by: 'raman', reason: '想用正射影像训练岸线识别模型，只读即可。', hoursAgo: 5 },
    { by: 'sorensen', reason: 'I would like to compare the slopes with our wave model.', hoursAgo: 27 },
  ],
  trashed: [{ path: '照片/S03 白石滩/S03_blurred.jpg', by: 'zhou', daysAgo: 6 }],
}
