import type { Life } from '../life.ts'

export const lakeLife: Life = {
  viewsADay: 34,
  busyDays: [76, 48, 20, 4],
  downloads: 90,
  favourites: {
    lin: ['图件/season_report.pdf', 'CTD 剖面', '图件/season_ST1.png', '周报'],
    sorensen: ['锚系', 'CTD 剖面/汇总/season_ST1.nc'],
    zhang: ['CTD 剖面/汇总/stations.xlsx'],
  },
  opened: {
    lin: [
      '图件/season_ST1.png',
      '图件/season_report.pdf',
      'CTD 剖面/汇总/season_ST1.nc',
      '地图/bathymetry.tif',
      '观测方案.docx',
    ],
    okafor: ['浮游植物', 'README.md'],
  },
  described: [
    { path: 'CTD 剖面', by: 'zhang', tags: ['CTD', '原始数据'], note: '每周一晚上传，文件名中的日期为当地日期。' },
    {
      path: 'CTD 剖面/汇总/season_ST1.nc',
      by: 'sorensen',
      tags: ['NetCDF', '已质控'],
      meta: { 仪器: 'CTD 25 Hz', 站位: 'ST1', 垂向分辨率: '0.5 m', 质控等级: '2' },
    },
    {
      path: '锚系/M1_thermistor_chain.h5',
      by: 'sorensen',
      tags: ['HDF5', '已质控'],
      meta: { Depths: '20', Interval: '1 min', Calibration: 'before and after deployment' },
      note: 'Clock drift 3 s over the season, corrected.',
    },
    { path: '图件/season_report.pdf', by: 'lin', tags: ['报告', '可公开'] },
    { path: '图件/season_ST1.png', by: 'zhang', tags: ['图件', '可公开'] },
    { path: '地图/bathymetry.tif', by: 'ibarra', tags: ['GeoTIFF', '可公开'], meta: { CRS: 'EPSG:4326', Unit: 'm' } },
    { path: '水化学/chemistry_season.xlsx', by: 'su', tags: ['待复核'], note: '最近两周的总磷等实验室复测后更新。' },
    { path: '模型/surface_temperature.nc', by: 'raman', tags: ['模型', 'NetCDF'], meta: { Run: '07', Cells: '9600' } },
  ],
  shares: [
    {
      path: '图件/season_report.pdf',
      by: 'lin',
      daysAgo: 1,
      days: 30,
      visits: 14,
      mayDownload: true,
      openedBy: ['okafor', 'zhang'],
    },
    {
      path: 'CTD 剖面/汇总',
      by: 'zhang',
      daysAgo: 5,
      days: 90,
      visits: 23,
      mayDownload: true,
      openedBy: ['okafor', 'lin'],
    },
    { path: '图件', by: 'lin', daysAgo: 40, days: 7, visits: 31, mayDownload: false },
  ],
  boxes: [{ path: '周报', by: 'lin', daysAgo: 2, days: 30, gb: 2 }],
  locks: [{ path: '锚系/M1_thermistor_chain.h5', by: 'sorensen', owner: 'HDFView' }],
  templates: [
    {
      name: '剖面元数据',
      folders: ['CTD 剖面'],
      vocabularies: { 质控等级: ['1 原始', '2 已质控', '3 已复核'], 站位: ['ST1', 'ST2', 'ST3', 'ST4'] },
      fields: [
        { key: '站位', kind: 'choice', isRequired: true, vocabulary: '站位' },
        { key: '质控等级', kind: 'choice', isRequired: true, vocabulary: '质控等级' },
        { key: '最大深度', kind: 'number', unit: 'm', min: 0, max: 200, hint: '仪器到达的最大深度' },
        { key: '观测日期', kind: 'date', isRequired: true },
      ],
    },
  ],
  versions: [
    { path: '观测方案.docx', number: 2, name: '温度链改为每分钟', description: '经组会讨论通过' },
    { path: '观测方案.docx', number: 3, name: '定稿' },
  ],
  snapshots: [{ name: '季中归档', by: 'lin', daysAgo: 45 }],
  tasks: [
    { kind: 'archive', title: 'CTD_2026.zip', by: 'lin', daysAgo: 5, items: 104, bytes: 2_914_560 },
    { kind: 'verify', title: '锚系', by: 'sorensen', daysAgo: 3, items: 4, bytes: 28_314_112 },
  ],
  requests: [],
  trashed: [{ path: '图件/profiles_test.png', by: 'zhang', daysAgo: 9 }],
}
