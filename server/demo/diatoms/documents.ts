import type { Calendar } from '../calendar.ts'
import { barChart } from '../draw/chart.ts'
import { docx } from '../formats/docx.ts'
import { pdf } from '../formats/pdf.ts'
import { csv, lines, round } from '../formats/text.ts'
import { xlsx } from '../formats/xlsx.ts'
import { random } from '../random.ts'
import { type Culture, cultures } from './samples.ts'

export function qualityCsv(culture: Culture): Buffer {
  const r = random(`quality ${culture.id}`)
  return csv(
    ['position', 'mean_quality', 'q25', 'q75', 'gc_percent'],
    Array.from({ length: 151 }, (_, i) => {
      const mean = 38 - (i / 151) ** 3 * 12 + r.normal() * 0.2
      return [i + 1, round(mean, 2), round(mean - 2.1, 2), round(mean + 0.9, 2), round(43 + r.normal() * 1.5, 1)]
    }),
  )
}

export const platesXlsx = () =>
  xlsx([
    {
      name: 'Plate 01',
      header: ['Well', 'Culture', 'Genus', 'Site', 'DNA (ng/µL)', 'A260/280', 'Primer pair'],
      rows: cultures.map(({ id, genus, site }, i) => {
        const r = random(`plate ${id}`)
        return [
          `${'ABCDEFGH'[i % 8]}${Math.floor(i / 8) + 1}`,
          id,
          genus,
          site,
          round(r.between(8, 42), 1),
          round(r.between(1.76, 1.92), 2),
          'rbcL-F1 / rbcL-R1',
        ]
      }),
    },
    {
      name: 'Primers 引物',
      header: ['Name', "Sequence (5'-3')", 'Tm (°C)', 'Note'],
      rows: [
        ['rbcL-F1', 'AGGTGAAGTAAAAGGTTCWTACTTAAA', 57.2, 'invented'],
        ['rbcL-R1', 'CCTTCTAATTTACCWACWACTG', 54.8, 'invented'],
      ],
    },
  ])

export const protocolPdf = () =>
  pdf({
    title: 'From culture to barcode',
    authors: 'N. Okafor, Z. He · Yunting Institute',
    blocks: [
      { heading: 'Overview' },
      {
        text: 'Twenty-four cultures from Lake Chenglan were sequenced at one marker. This protocol says how a culture becomes a barcode and where each step leaves its files. Sequences of this sample space are drawn by a random generator.',
      },
      { heading: 'Extraction' },
      {
        text: 'Cells are collected by gentle filtration, broken with beads for 90 seconds and lysed over night. Yield is read twice; below 8 ng in a microlitre the culture is grown again.',
      },
      { heading: 'Sequencing' },
      {
        text: 'Libraries are paired-end, 2 x 151 bases. Reads are delivered by SFTP the same night. Nothing is trimmed before it is archived.',
      },
      {
        height: 250,
        paint: (ctx, box) =>
          barChart(
            ctx,
            box,
            { title: 'DNA yield of the first eight cultures', x: '', y: 'ng in a microlitre', yRange: [0, 50] },
            cultures.slice(0, 8).map(({ id }, i) => [i + 1, random(`plate ${id}`).between(8, 42)] as const),
            cultures.slice(0, 8).map(({ id }) => id),
          ),
        caption: 'Figure 1. All are above the limit of 8 ng.',
      },
      { heading: 'Tree' },
      {
        text: 'Barcodes are aligned, gaps of fewer than three bases are checked by eye, and the tree is computed with a thousand bootstrap replicates.',
      },
    ],
  })

export const manuscriptDocx = (calendar: Calendar, version: number) =>
  docx(
    [
      { title: 'A reference library of diatom barcodes for Lake Chenglan' },
      { text: `Draft ${version}, ${calendar.day(50 - version * 11)}. Ngozi Okafor, 何知秋, 林蔚` },
      { heading: 'Abstract' },
      {
        text: 'Monitoring by sequences needs references from the lake itself. We isolated twenty-four diatoms and sequenced one marker each. The library tells all genera apart and places them in four clades.',
      },
      { heading: 'Data availability' },
      {
        text:
          version > 2
            ? 'Reads, barcodes, alignment and tree are in the data space of the institute.'
            : 'To be written.',
      },
      {
        table: [
          ['Culture', 'Genus', 'Site'],
          ...cultures.slice(0, 4 + version * 2).map(({ id, genus, site }) => [id, genus, site]),
        ],
      },
    ],
    calendar.at(50 - version * 11),
  )

export const pipeline: Record<string, () => Buffer> = {
  'Snakefile.py': () =>
    lines(
      'SAMPLES = [line.split(",")[0] for line in open("cultures.csv").readlines()[1:]]',
      '',
      'rule all:',
      '    input: "rbcL_ml.nwk"',
      '',
      'rule barcode:',
      '    input: r1="{s}_R1.fastq.gz", r2="{s}_R2.fastq.gz"',
      '    output: "{s}_rbcL.fasta"',
      '    shell: "merge_reads {input.r1} {input.r2} > {output}"',
      '',
      'rule align:',
      '    input: expand("{s}_rbcL.fasta", s=SAMPLES)',
      '    output: "rbcL_aligned.fasta"',
      '    shell: "cat {input} | align --auto - > {output}"',
    ),
  'distances.py': () =>
    lines(
      '"""Pairwise distances of the aligned barcodes."""',
      'from itertools import combinations',
      '',
      'def read(path):',
      '    entries = open(path).read().split(">")[1:]',
      '    return {e.split()[0]: "".join(e.split("\\n")[1:]) for e in entries}',
      '',
      'def distance(a, b):',
      '    pairs = [(x, y) for x, y in zip(a, b) if "-" not in (x, y)]',
      '    return sum(x != y for x, y in pairs) / len(pairs)',
      '',
      'rows = read("rbcL_aligned.fasta")',
      'for first, second in combinations(rows, 2):',
      '    print(first, second, round(distance(rows[first], rows[second]), 4), sep="\\t")',
    ),
  'plot_tree.R': () =>
    lines(
      'library(ape)',
      'tree <- read.tree("rbcL_ml.nwk")',
      'pdf("rbcL_tree.pdf", width = 6, height = 8)',
      'plot(ladderize(tree), cex = 0.7, no.margin = TRUE)',
      'nodelabels(tree$node.label, frame = "none", cex = 0.5, adj = c(1.1, -0.4))',
      'add.scale.bar()',
      'dev.off()',
    ),
  'cultures.csv': () =>
    csv(
      ['culture', 'genus', 'site', 'clade'],
      cultures.map(({ id, genus, site, clade }) => [id, genus, site, clade + 1]),
    ),
}
