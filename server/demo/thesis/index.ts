import { type Calendar, SEASON_DAYS, WEEKS } from '../calendar.ts'
import { drawn, pngOf } from '../draw/canvas.ts'
import { css, water } from '../draw/colours.ts'
import { waves } from '../draw/noise.ts'
import { random } from '../random.ts'
import { withReadme } from '../readme.ts'
import type { DemoFile, DemoSpace } from '../sample.ts'
import {
  chapterDocx,
  chapterTex,
  coverLetter,
  DRAFTS,
  manuscriptPdf,
  meetingNote,
  scheduleXlsx,
  stabilityXlsx,
} from './documents.ts'
import { thesisLife } from './life.ts'
import { castsPng, notebooks, stabilityPng, turbulencePng } from './notebooks.ts'
import { stabilityCsv, turbulenceCsv } from './numbers.ts'

const CASTS = 22

function files(calendar: Calendar): DemoFile[] {
  const { at, fieldDay } = calendar
  const by = { author: 'zhang' } as const
  return [
    ...DRAFTS.map(
      (ago, i): DemoFile => ({
        path: '第三章/第三章 秋季混合过程.docx',
        author: i === 3 ? 'lin' : 'zhang',
        at: at(ago, 15, 20),
        make: () => chapterDocx(calendar, i + 1),
      }),
    ),
    { path: '第三章/chapter3.tex', ...by, at: at(12, 20), make: chapterTex },
    { path: '第三章/figure_old.png', ...by, at: at(35, 19), make: () => castsPng(calendar, 37) },
    { path: '第三章/figure_3_1.png', ...by, at: at(18, 19), make: () => stabilityPng(calendar) },
    { path: '第三章/figure_3_2.png', ...by, at: at(16, 19), make: turbulencePng },
    ...Array.from(
      { length: WEEKS },
      (_, week): DemoFile => ({
        path: `第三章/附图/oxygen_${calendar.day(fieldDay(week))}.png`,
        ...by,
        at: at(Math.max(1, fieldDay(week) - 4), 19, 30),
        make: () => castsPng(calendar, fieldDay(week)),
      }),
    ),
    ...Object.entries(notebooks).map(
      ([name, make], i): DemoFile => ({
        path: `笔记本/${name}`,
        ...by,
        at: at(40 - i * 8, 21),
        via: 'webdav',
        make: () => make(calendar),
      }),
    ),
    { path: '数据/stability_daily.csv', ...by, at: at(20, 10), make: () => stabilityCsv(calendar) },
    { path: '数据/stability.xlsx', ...by, at: at(20, 10, 15), make: () => stabilityXlsx(calendar) },
    ...Array.from(
      { length: CASTS },
      (_, cast): DemoFile => ({
        path: `数据/微结构/turbulence_${String(cast + 1).padStart(2, '0')}.csv`,
        author: 'lindqvist',
        at: at(SEASON_DAYS - 3 - cast * 4, 17, 10),
        via: 'sftp',
        make: () => turbulenceCsv(calendar, cast),
      }),
    ),
    ...Array.from(
      { length: WEEKS },
      (_, week): DemoFile => ({
        path: `组会/${calendar.day(fieldDay(week) - 1)}.md`,
        ...by,
        at: at(fieldDay(week) - 1, 9, 30),
        make: () => meetingNote(calendar, week),
      }),
    ),
    { path: '投稿/manuscript.pdf', author: 'sorensen', at: at(3, 11), make: () => manuscriptPdf(calendar) },
    { path: '投稿/cover_letter.docx', ...by, at: at(3, 11, 40), make: () => coverLetter(calendar) },
    { path: '进度表.xlsx', ...by, at: at(5, 8), make: () => scheduleXlsx(calendar) },
  ]
}

/** Stratified layers of water. */
function cover(): Buffer {
  const [width, height] = [370, 230]
  return pngOf(
    drawn(width, height, (ctx) => {
      for (let layer = 0; layer < 12; layer += 1) {
        const line = waves(random(`layer ${layer}`), 5)
        ctx.fillStyle = css(water(0.96 - layer / 12))
        ctx.beginPath()
        ctx.moveTo(0, height)
        for (let x = 0; x <= width; x += 2)
          ctx.lineTo(x, (layer - 0.4) * 19.5 + line((x / width) * 4) * (5 + layer * 0.9))
        ctx.lineTo(width, height)
        ctx.fill()
      }
    }),
  )
}

/** A thesis in the making: a chapter with its versions, notebooks, data, meetings. */
export const thesis: DemoSpace = {
  name: '博士论文 秋季混合',
  identifier: 'thesis',
  introduction: '第三章的稿子、笔记本与数据，仅成员可见。Drafts, notebooks and data of one chapter.',
  tags: ['论文', '写作', '湍流'],
  type: 'private',
  owner: 'lin',
  members: { zhang: 'senior', sorensen: 'normal', lindqvist: 'normal' },
  life: thesisLife,
  cover,
  files: (calendar) => {
    const made = files(calendar)
    return withReadme(made, { author: 'zhang', at: calendar.at(SEASON_DAYS - 2, 20) }, (name) => [
      '# 博士论文：秋季混合',
      '',
      `正在修改的是 ${name('第三章/第三章 秋季混合过程.docx')}，历次稿子在它的版本里，不另存文件。`,
      '',
      `- 图的来历：${name('笔记本/02 Schmidt 稳定度.ipynb')} 画 ${name('第三章/figure_3_1.png')}，${name('笔记本/03 湍流耗散.ipynb')} 画 ${name('第三章/figure_3_2.png')}`,
      `- 数据：${name('数据/stability_daily.csv')} 由笔记本写出；${name('数据/微结构')} 是探头的原始输出，不改动`,
      `- 组会记录：${name('组会')}；进度：${name('进度表.xlsx')}`,
      `- Paper: ${name('投稿/manuscript.pdf')}`,
      '',
      '> **示例数据**：人员与数值均为虚构，由程序生成。Sample data, invented and computed. CC0 1.0.',
    ])
  },
}
