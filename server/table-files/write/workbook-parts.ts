import type { ZipPart } from './zip.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Characters of the name of a sheet, and those that none may have. */
const NAME_MAX = 31
const NO_NAME = /[[\]:*?/\\\p{Cc}]/gu

/** Numbers of the styles that cells name. */
export const STYLES = { plain: 0, date: 1, datetime: 2, text: 3, heading: 4 } as const
const FORMATS = [
  { id: 0, code: null },
  { id: 164, code: 'yyyy\\-mm\\-dd' },
  { id: 165, code: 'yyyy\\-mm\\-dd\\ hh:mm:ss.000' },
  { id: 49, code: null },
]

const coded = (one: string) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`

/**
 * Characters that XML can't contain are written as `_x0007_`, as other programs do; a text that looks like that has its
 * first character escaped.
 */
export const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, coded)
    .replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** A name that spreadsheet programs accept for a sheet. */
export function sheetName(wanted: string, number: number): string {
  const suffix = number ? ` (${number + 1})` : ''
  const name = wanted.replace(NO_NAME, ' ').replace(/^'|'$/g, ' ').trim() || 'Table'
  return name.slice(0, NAME_MAX - suffix.length).replace(/[\ud800-\udbff]$/, '') + suffix
}

const styles = (() => {
  const own = FORMATS.filter(({ code }) => code !== null)
  const formats = own.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')
  const cell = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const cells = [...FORMATS.map(({ id }) => cell(id, 0)), cell(0, 1)].join('')
  const font = '<sz val="11"/><name val="Calibri"/>'
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${formats}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${cells}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
})()

const relationships = (list: [id: string, type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** The parts of a workbook around its sheets, which are `xl/worksheets/sheet1.xml` and so on. */
export function surroundings(names: readonly string[]): ZipPart[] {
  const numbered = names.map((name, at) => ({ name: escaped(name), number: at + 1 }))
  const overrides = [
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
    ...numbered.map(
      ({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    ),
  ].join('')
  const sheets = numbered.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
  const part = (name: string, text: string): ZipPart => ({ name, text: [text] })
  return [
    part(
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`,
    ),
    part('_rels/.rels', relationships([['rId1', 'officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...numbered.map(({ number }): [string, string, string] => [
          `rId${number}`,
          'worksheet',
          `worksheets/sheet${number}.xml`,
        ]),
        ['styles', 'styles', 'styles.xml'],
      ]),
    ),
    part('xl/styles.xml', styles),
  ]
}
