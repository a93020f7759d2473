import { expect, test } from 'vitest'
import { builtInViewers } from '#contract/preview.ts'
import { familyOf, lettersOf } from './file-icon.tsx'

test('every suffix that can be looked at has an icon of its kind', () => {
  const suffixes = builtInViewers.flatMap((viewer) => [...viewer.suffixes] as string[])
  expect(suffixes.filter((suffix) => !familyOf.has(suffix))).toEqual([])
})

test('a tile shows the first four letters of a suffix, of known long ones a short form', () => {
  const suffixes = ['csv', 'xlsx', 'geojson', 'fasta', 'fastq', 'parquet', 'unknown', '']
  expect(suffixes.map(lettersOf)).toEqual(['CSV', 'XLSX', 'GEO', 'FA', 'FQ', 'PQT', 'UNKN', ''])
})
