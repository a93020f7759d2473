import type { DraftFields } from './draft.ts'
import type { DatasetMetadata } from './metadata.ts'

/** A table as its README describes it; numbers are those of the column statistics, null if there are none. */
export type DescribedTable = {
  name: string
  description: string
  rows: number
  columns: {
    name: string
    type: string
    unit: string
    description: string
    least: string | null
    greatest: string | null
    missing: number | null
  }[]
}
/** The words of a README, in the language of the data. */
export type ReadmeWords = Record<
  | 'authors'
  | 'contact'
  | 'about'
  | 'files'
  | 'tables'
  | 'column'
  | 'type'
  | 'unit'
  | 'meaning'
  | 'least'
  | 'greatest'
  | 'missing'
  | 'licence'
  | 'fill',
  string
>

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

function tableLines(table: DescribedTable, words: ReadmeWords): string[] {
  const heads = [words.column, words.type, words.unit, words.meaning, words.least, words.greatest, words.missing]
  return [
    `### ${table.name}`,
    '',
    ...(table.description ? [table.description, ''] : []),
    row(heads),
    row(heads.map(() => '---')),
    ...table.columns.map(({ name, type, unit, description, least, greatest, missing }) =>
      row([
        name,
        type,
        unit,
        description || words.fill,
        least ?? '',
        greatest ?? '',
        missing === null ? '' : `${missing}`,
      ]),
    ),
    '',
  ]
}

/** The draft of a README in Markdown: what the record says, and the dictionary of each table. */
export function readmeOf(
  fields: DraftFields,
  names: readonly string[],
  tables: readonly DescribedTable[],
  words: ReadmeWords,
  language: 'zh' | 'en',
): string {
  const said = (text: { zh: string; en: string } | undefined) =>
    (text?.[language].trim() || text?.zh.trim() || text?.en.trim()) ?? ''
  const { authors = [], licence = '' } = fields
  const contacts = authors.filter(({ isContact, email }) => isContact && email.trim())
  const author = ({ name, affiliations }: (typeof authors)[number]) =>
    [name, affiliations.map((one) => one.name).join(', ')].filter(Boolean).join(' · ')
  const lines = [
    `# ${said(fields.title) || words.fill}`,
    '',
    `## ${words.about}`,
    '',
    said(fields.description) || words.fill,
    '',
    `## ${words.authors}`,
    '',
    ...(authors.length ? authors.map((one) => `- ${author(one)}`) : [words.fill]),
    '',
    `## ${words.contact}`,
    '',
    ...(contacts.length ? contacts.map(({ name, email }) => `- ${name}: ${email}`) : [words.fill]),
    '',
    `## ${words.licence}`,
    '',
    licence || words.fill,
    '',
    ...(names.length ? [`## ${words.files}`, '', ...names.map((name) => `- \`${name}\`: ${words.fill}`), ''] : []),
    ...(tables.length ? [`## ${words.tables}`, '', ...tables.flatMap((table) => tableLines(table, words))] : []),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** Replaces a removed name. */
const HIDDEN = '…'

/** Parts that identify the authors of a dataset: names, addresses, identifiers, organisations, funding. */
function tellingOf({ authors, funding }: Pick<DatasetMetadata, 'authors' | 'funding'>): string[] {
  const people = authors.flatMap(({ name, family, given, email, orcid, affiliations }) => [
    name,
    ...(family && given
      ? [`${family}${given}`, `${family} ${given}`, `${family}, ${given}`, `${given} ${family}`, family]
      : []),
    email,
    orcid,
    ...affiliations.flatMap((one) => [one.name, one.ror]),
  ])
  const funds = funding.flatMap(({ funder, funderRor, funderId, number, title }) => [
    funder,
    funderRor,
    funderId,
    number,
    title,
  ])
  const telling = new Set([...people, ...funds].map((text) => text.trim()).filter((text) => text.length > 1))
  return [...telling].toSorted((one, other) => other.length - one.length)
}

/**
 * A README without the names of the authors: the sections of authors and contacts are removed, and each of their names
 * in the rest. `headings` are those of the two sections, in each language.
 */
export function withoutNames(
  text: string,
  metadata: Pick<DatasetMetadata, 'authors' | 'funding'>,
  headings: readonly string[],
): string {
  const [first = '', ...sections] = text.split(/^(?=##? )/m)
  const kept = sections.filter((section) => {
    const [line = ''] = section.split('\n', 1)
    const heading = line.replace(/^#+/, '').trim().toLowerCase()
    return !headings.some((one) => one.toLowerCase() === heading)
  })
  return tellingOf(metadata).reduce((rest, name) => rest.replaceAll(name, HIDDEN), first + kept.join(''))
}
