import { TableFileError } from '../source.ts'
import { type Package, partOf } from './package.ts'
import { type NumberStyle, styleOfBuiltIn, styleOfFormat } from './serial.ts'
import { attributeOf } from './xml-scan.ts'

/** A sheet by its name and the part that holds it. */
export type Sheet = { name: string; part: string }
export type Workbook = {
  sheets: Sheet[]
  base: 1900 | 1904
  /** How numbers are shown, by the number of a cell's style. */
  styles: NumberStyle[]
  strings: string | null
}

const isYes = (value: string | null) => value === '1' || value === 'true'

async function targetsOf(parts: Package, part: string) {
  const rels = partOf(part, `_rels/${part.split('/').at(-1)}.rels`)
  const targets: { id: string; type: string; part: string }[] = []
  if (!parts.has(rels)) return targets
  await parts.scan(rels, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attributeOf(attributes, key) ?? '')
      if (id && type && target) targets.push({ id, type: type.split('/').at(-1) ?? '', part: partOf(part, target) })
    },
  })
  return targets
}

async function stylesOf(parts: Package, part: string): Promise<NumberStyle[]> {
  const formats = new Map<string, NumberStyle>()
  const styles: NumberStyle[] = []
  let isCells = false
  await parts.scan(part, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCells = true
      else if (name === 'numFmt')
        formats.set(
          attributeOf(attributes, 'numFmtId') ?? '',
          styleOfFormat(attributeOf(attributes, 'formatCode') ?? ''),
        )
      else if (name === 'xf' && isCells) {
        const id = attributeOf(attributes, 'numFmtId') ?? '0'
        styles.push(formats.get(id) ?? styleOfBuiltIn(Number(id)))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return styles
}

/** Where the sheets of a workbook are, and what is needed to read them. Sheets of charts have no cells. */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const [main] = (await targetsOf(parts, '')).filter(({ type }) => type === 'officeDocument')
  if (!main || !parts.has(main.part)) throw new TableFileError('notATable')
  const targets = await targetsOf(parts, main.part)
  const sheets: Sheet[] = []
  let base: Workbook['base'] = 1900
  await parts.scan(main.part, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && isYes(attributeOf(attributes, 'date1904'))) base = 1904
      if (name !== 'sheet') return
      const id = attributeOf(attributes, '(?:[^\\s=:]+:)?id')
      const target = targets.find((one) => one.id === id && one.type === 'worksheet')
      if (target && parts.has(target.part))
        sheets.push({ name: attributeOf(attributes, 'name') ?? '', part: target.part })
    },
  })
  if (!sheets.length) throw new TableFileError('notATable')
  const partFor = (type: string) => targets.find((one) => one.type === type && parts.has(one.part))?.part ?? null
  const styles = partFor('styles')
  return { sheets, base, styles: styles ? await stylesOf(parts, styles) : [], strings: partFor('sharedStrings') }
}
