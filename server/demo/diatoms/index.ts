import { gzipSync } from 'node:zlib'
import type { Calendar } from '../calendar.ts'
import { drawn, jpegOf, pngOf } from '../draw/canvas.ts'
import { micrograph } from '../draw/micrograph.ts'
import { random } from '../random.ts'
import { withReadme } from '../readme.ts'
import type { DemoFile, DemoSpace } from '../sample.ts'
import { manuscriptDocx, pipeline, platesXlsx, protocolPdf, qualityCsv } from './documents.ts'
import { diatomsLife } from './life.ts'
import { diatomsPublications } from './publications.ts'
import { aligned, type Culture, cultures, fastaOf, fastq, newick, wrapped } from './samples.ts'
import { bundles, cif, pdb } from './structures.ts'

const text = (content: string) => Buffer.from(content)
const SLIDE = { width: 880, height: 660 }
/** Days ago of the sequencing run of a culture. */
const runOf = (culture: Culture) => [74, 53, 32, 11][Math.floor(cultures.indexOf(culture) / 6)] ?? 11

function cultureFiles(culture: Culture, calendar: Calendar): DemoFile[] {
  const ago = runOf(culture)
  return [
    ...([1, 2] as const).map(
      (end): DemoFile => ({
        path: `Reads 原始序列/${culture.id}_R${end}.fastq.gz`,
        author: 'he',
        at: calendar.at(ago, 2, 10),
        via: 'sftp',
        make: () => gzipSync(fastq(culture, end), { level: 1 }),
      }),
    ),
    {
      path: `Reads 原始序列/quality/${culture.id}_quality.csv`,
      author: 'he',
      at: calendar.at(ago, 2, 25),
      via: 'sftp',
      make: () => qualityCsv(culture),
    },
    {
      path: `Barcodes/${culture.id}_rbcL.fasta`,
      author: 'he',
      at: calendar.at(ago - 2, 9, 40),
      make: () => text(`${fastaOf(culture)}\n`),
    },
    {
      path: `Microscopy 显微照片/${culture.genus}_${culture.id}.jpg`,
      author: 'okafor',
      at: calendar.at(ago + 4, 14, 30),
      make: () =>
        jpegOf(drawn(SLIDE.width, SLIDE.height, (ctx) => micrograph(ctx, random(culture.id), SLIDE, '20 µm'))),
    },
  ]
}

const alignment = (head: string, row: (culture: Culture) => string) => text(`${head}${cultures.map(row).join('\n')}\n`)
function results(calendar: Calendar): DemoFile[] {
  const { at } = calendar
  const by = { author: 'okafor' } as const
  const trees = ['rbcL_ml', 'rbcL_bayes', 'rbcL_parsimony', 'clade_A', 'clade_B'] as const
  return [
    { path: 'Barcodes/all_rbcL.fasta', ...by, at: at(8, 10), make: () => alignment('', fastaOf) },
    {
      path: 'Alignment 比对/rbcL_aligned.fasta',
      ...by,
      at: at(8, 10, 20),
      make: () => alignment('', (one) => `>${one.id}_${one.genus}\n${wrapped(aligned(one))}`),
    },
    {
      path: 'Alignment 比对/rbcL_aligned.phy.txt',
      ...by,
      at: at(8, 10, 20),
      make: () => alignment(` ${cultures.length} 554\n`, (one) => `${one.id.padEnd(10)}${aligned(one)}`),
    },
    ...trees.map(
      (name, i): DemoFile => ({
        path: `Trees 系统树/${name}.nwk`,
        ...by,
        at: at(7 - i, 16),
        make: () => text(newick(name)),
      }),
    ),
    ...bundles.map(
      (bundle, i): DemoFile => ({
        path: `Structures 蛋白结构/${bundle.id}.pdb`,
        author: 'raman',
        at: at(40 - i, 21),
        via: 'token',
        make: () => text(pdb(bundle)),
      }),
    ),
    ...bundles.slice(0, 6).map(
      (bundle, i): DemoFile => ({
        path: `Structures 蛋白结构/mmCIF/${bundle.id}.cif`,
        author: 'raman',
        at: at(14 - i, 21),
        via: 'token',
        make: () => text(cif(bundle)),
      }),
    ),
    ...Object.entries(pipeline).map(
      ([name, make]): DemoFile => ({ path: `Pipeline/${name}`, author: 'raman', at: at(52, 17), make }),
    ),
    { path: 'Plates.xlsx', author: 'he', at: at(76, 8, 30), make: platesXlsx },
    { path: 'Protocol.pdf', ...by, at: at(77, 9), make: protocolPdf },
    ...[1, 2, 3, 4].map(
      (version): DemoFile => ({
        path: 'Manuscript.docx',
        author: version % 2 ? 'okafor' : 'he',
        at: at(50 - version * 11, 16, 20),
        make: () => manuscriptDocx(calendar, version),
      }),
    ),
  ]
}

/** A library of barcodes: reads, sequences, alignment, trees, structures, micrographs. */
export const diatoms: DemoSpace = {
  name: 'Diatom barcodes 硅藻条形码',
  identifier: 'diatoms',
  introduction:
    'Reads, barcodes, alignment, trees and protein models of 24 diatom cultures. 序列、比对、系统树与蛋白模型。',
  tags: ['barcode', 'rbcL', 'phylogeny', 'protein'],
  type: 'public',
  owner: 'okafor',
  members: { he: 'senior', raman: 'normal', lin: 'normal', zhang: 'normal' },
  life: diatomsLife,
  publications: diatomsPublications,
  cover: () => pngOf(drawn(370, 230, (ctx) => micrograph(ctx, random('cover 12'), { width: 370, height: 230 }))),
  files: (calendar) => {
    const files = [...cultures.flatMap((culture) => cultureFiles(culture, calendar)), ...results(calendar)]
    return withReadme(files, { author: 'okafor', at: calendar.at(78, 8) }, (name) => [
      '# Diatom barcodes · 硅藻条形码',
      '',
      `Twenty-four cultures from Lake Chenglan, one marker. Start with the tree, ${name('Trees 系统树/rbcL_ml.nwk')}, or the protocol, ${name('Protocol.pdf')}.`,
      '',
      '| Step | Files |',
      '|---|---|',
      `| 原始序列 Reads | ${name('Reads 原始序列')}, quality by position in ${name('Reads 原始序列/quality')} |`,
      `| 条形码 Barcodes | ${name('Barcodes/all_rbcL.fasta')} |`,
      `| 比对 Alignment | ${name('Alignment 比对/rbcL_aligned.fasta')} |`,
      `| 系统树 Trees | ${name('Trees 系统树')} |`,
      `| 蛋白模型 Models | ${name('Structures 蛋白结构/SIL01.pdb')} and its neighbours; mmCIF in ${name('Structures 蛋白结构/mmCIF')} |`,
      `| 显微照片 Micrographs | ${name('Microscopy 显微照片')} |`,
      `| 流程 Pipeline | ${name('Pipeline/Snakefile.py')}, ${name('Pipeline/distances.py')} |`,
      '',
      `Wells, yields and primers are in ${name('Plates.xlsx')}; the paper grows in ${name('Manuscript.docx')}.`,
      '',
      '> **Sample data**: sequences come from a random generator, structures from the geometry of helices, pictures are drawn by code. 示例数据，均由程序生成。CC0 1.0.',
    ])
  },
}
