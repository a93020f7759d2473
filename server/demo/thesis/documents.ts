import type { Calendar } from '../calendar.ts'
import { docx } from '../formats/docx.ts'
import { pdf } from '../formats/pdf.ts'
import { lines, round } from '../formats/text.ts'
import { xlsx } from '../formats/xlsx.ts'
import { paintSeason } from '../lake/pictures.ts'
import { stabilityPng } from './notebooks.ts'
import { series } from './numbers.ts'

/** Days ago of each version of the chapter. */
export const DRAFTS = [61, 44, 30, 17, 6, 1] as const

/** The text of the chapter in a version; later ones are longer. */
export function chapterDocx(calendar: Calendar, version: number): Promise<Buffer> {
  const parts = [
    [
      { heading: '3.1 引言' },
      {
        text: '高原湖泊在夏末至初冬经历一年中最剧烈的物理变化：表层冷却，温跃层下移，最终上下层水体完全混合。混合的时间决定了底层缺氧何时结束，也决定了营养盐何时回到有光层。',
      },
    ],
    [
      { heading: '3.2 数据与方法' },
      {
        text: '本章使用四个站位 13 周的 CTD 剖面、三条锚系温度链以及 24 次微结构剖面。稳定度按 Schmidt 定义计算，积分范围为湖面至湖底，面积取自湖盆地形。',
      },
      {
        table: [
          ['数据', '时间分辨率', '垂向分辨率'],
          ['CTD 剖面', '每周', '0.25 m'],
          ['锚系温度链', '1 分钟', '2 至 3 m'],
          ['微结构剖面', '每 4 天', '0.25 m'],
        ],
      },
    ],
    [
      { heading: '3.3 结果' },
      {
        text: '稳定度在观测期的前三周变化不大，此后持续下降。下降速度与表层水温的变化率一致，三次大风过程只使曲线短暂偏离。',
      },
      { picture: stabilityPng(calendar), width: 560, height: 336, caption: '图 3.1 湖心站 Schmidt 稳定度' },
    ],
    [
      { heading: '3.4 讨论' },
      { text: '与低海拔湖泊相比，澄岚湖的混合由冷却而非风驱动。这意味着气温升高将直接推迟混合，底层缺氧期随之延长。' },
    ],
    [{ heading: '3.5 小结' }, { text: '混合的日期可以由表层水温预测，误差在四天以内。下一章据此估算缺氧期的长短。' }],
  ]
  return docx(
    [
      { title: '第三章 秋季混合过程' },
      { text: `博士论文，第 ${version} 稿，${calendar.day(DRAFTS[version - 1] ?? 1)} · 张启明` },
      ...parts.slice(0, version).flat(),
    ],
    calendar.at(DRAFTS[version - 1] ?? 1),
  )
}

const topics = [
  '站位与采样频次',
  '温度链时钟漂移',
  '稳定度的积分范围',
  '微结构探头标定',
  '图 3.1 的坐标轴',
  '与导师讨论结构',
  '风暴事件如何定义',
  '模型与观测对比',
  '缺氧期的定义',
  '审稿意见预演',
  '第三章通读',
  '投稿期刊',
  '答辩时间表',
] as const
export function meetingNote(calendar: Calendar, week: number): Buffer {
  const ago = calendar.fieldDay(week) - 1
  return lines(
    `# 组会 ${calendar.day(ago)}：${topics[week]}`,
    '',
    '参加：林蔚、张启明、Astrid Sørensen、Jonas Lindqvist',
    '',
    `- [x] 讨论${topics[week]}`,
    `- [${week < 10 ? 'x' : ' '}] 张启明把结论写进第三章`,
    `- [${week < 11 ? 'x' : ' '}] Astrid checks the numbers against the mooring`,
    '',
    `下次：${calendar.day(ago - 7)}。`,
  )
}

export const manuscriptPdf = (calendar: Calendar) =>
  pdf({
    title: 'Cooling, not wind, ends stratification in a high lake',
    authors: 'Q. Zhang, A. Sørensen, J. Lindqvist, W. Lin · Yunting Institute',
    blocks: [
      { heading: 'Abstract' },
      {
        text: 'Deep lakes lose their layers in autumn. Whether wind or cooling does it decides what a warmer climate changes. From a season of profiles, moorings and microstructure casts we show for an invented lake that cooling alone explains the date of mixing within four days.',
      },
      { heading: '1 Introduction' },
      {
        text: 'The layers of a lake lie on each other as firmly as their densities differ. Close to four degrees a small loss of heat changes the density little, so that the last days of stratification are slow and the final overturn sudden. High lakes get there earlier in the year.',
      },
      { height: 250, paint: paintSeason(calendar), caption: 'Figure 1. Temperature in the middle of the lake.' },
      { heading: '2 Methods' },
      {
        text: 'Profiles were taken weekly at four stations. Three moorings recorded every minute. Stability is the work needed to mix the water without adding heat, integrated from surface to bottom.',
      },
      { heading: '3 Results' },
      {
        text: 'Stability fell throughout the second half of the season. Three storms left dents in the curve that healed within days. The surface temperature predicts the remaining time until mixing.',
      },
      { heading: '4 Conclusions' },
      {
        text: 'Cooling ends stratification here. A warmer autumn delays mixing by about five days for each degree and prolongs the time without oxygen at the bottom. All values are computed by formula for this sample.',
      },
    ],
  })

export const coverLetter = (calendar: Calendar) =>
  docx(
    [
      { title: 'Cover letter' },
      { text: calendar.day(3) },
      { text: 'Dear editors,' },
      {
        text: 'please find enclosed our manuscript on the end of stratification in a high lake. All data are in the data space of our institute and will be published with the paper.',
      },
      { text: 'With kind regards, Qiming Zhang, for all authors' },
    ],
    calendar.at(3),
  )

export const scheduleXlsx = (calendar: Calendar) =>
  xlsx([
    {
      name: '进度 Schedule',
      header: ['章节', '内容', '状态', '计划完成', '完成 %'],
      rows: [
        ['第一章', '绪论', '完成', calendar.day(80), 100],
        ['第二章', '研究区与数据', '完成', calendar.day(50), 100],
        ['第三章', '秋季混合过程', '修改中', calendar.day(0), 85],
        ['第四章', '底层缺氧', '写作中', calendar.day(-40), 40],
        ['第五章', '结论与展望', '未开始', calendar.day(-75), 0],
      ],
    },
  ])
export const stabilityXlsx = (calendar: Calendar) =>
  xlsx([
    {
      name: 'Stability',
      header: ['Day', 'Date', 'J/m²'],
      rows: series(calendar).map(([day, value]) => [day, calendar.day(91 - day), round(value, 1)]),
    },
  ])

export const chapterTex = () =>
  lines(
    '\\chapter{秋季混合过程}\\label{ch:mixing}',
    '\\section{引言}',
    '高原湖泊在夏末至初冬经历一年中最剧烈的物理变化。',
    '',
    '\\begin{equation}',
    '  S = \\frac{g}{A_0}\\int_0^{z_m} (z - z_v)(\\rho_z - \\bar{\\rho})\\,A_z\\,\\mathrm{d}z',
    '\\end{equation}',
    '',
    '\\begin{figure}',
    '  \\includegraphics[width=\\textwidth]{figure_3_1.png}',
    '  \\caption{湖心站 Schmidt 稳定度}',
    '\\end{figure}',
  )
