import { SUBJECTS_MAX } from '../core/limits.ts'
import { DATASET_LINE_MAX } from './metadata.ts'
import { SubjectCode } from './subjects.ts'
import type { TemplateField } from './template.ts'

type Options = TemplateField['options']
/** What is wrong with a line, counted from 1; `lineMax`: a name is too long. */
export type OptionFileProblem = { line: number; code: 'invalidCode' | 'noName' | 'twice' | 'lineMax' | 'tooMany' }
export type OptionFile = { options: Options; problems: OptionFileProblem[] }

/** The cells of a line: by tabs, or by commas with quotes around what has some. */
function cellsOf(line: string, isTabbed: boolean): string[] {
  if (isTabbed) return line.split('\t').map((cell) => cell.trim())
  const cells = [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)]
  return cells.map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
}

/** The first line names the columns when its first cell has no digit, as every code has. */
const isHeading = ([code = '']: readonly string[]) => !/\d/.test(code)

/**
 * Parses a classification from delimited text: in each line a code, its Chinese name and its English name, separated by
 * commas or tabs; either name may be omitted. A code is below the codes that it begins with: `170`, `17045`, `1704510`.
 */
export function readOptionFile(text: string): OptionFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const isTabbed = lines.some((line) => line.includes('\t'))
  const known = new Map<string, Options[number]>()
  const problems: OptionFileProblem[] = []
  const tell = (line: number, code: OptionFileProblem['code']) => problems.push({ line, code })
  for (const [at, line] of lines.entries()) {
    if (!line.trim()) continue
    const cells = cellsOf(line, isTabbed)
    if (known.size === 0 && problems.length === 0 && isHeading(cells)) continue
    const [value = '', zh = '', en = ''] = cells
    if (!SubjectCode.safeParse(value).success) tell(at + 1, 'invalidCode')
    else if (!zh && !en) tell(at + 1, 'noName')
    else if (Math.max(zh.length, en.length) > DATASET_LINE_MAX) tell(at + 1, 'lineMax')
    else if (known.has(value)) tell(at + 1, 'twice')
    else if (known.size === SUBJECTS_MAX) {
      tell(at + 1, 'tooMany')
      break
    } else known.set(value, { value, title: { zh, en } })
  }
  return { options: [...known.values()], problems }
}

const quoted = (cell: string) => (/[",\s]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
/** The same as a file, which can be changed and read again. */
export const writeOptionFile = (options: Options): string =>
  ['code,zh,en', ...options.map(({ value, title }) => [value, title.zh, title.en].map(quoted).join(','))].join('\n') +
  '\n'
