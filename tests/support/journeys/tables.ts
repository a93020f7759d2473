import { zipOf } from '#server/demo/formats/zip.ts'

/** One depth of a water column. */
export type Layer = { depth: number; temperature: number; conductivity: number; oxygen: number; chlorophyll: number }

const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** A summer profile of a deep lake by formula: a warm layer, a thermocline around 18 m, cold water below. */
export function profile(station: number): Layer[] {
  return Array.from({ length: 240 }, (_, i) => {
    const depth = i * 0.25
    const mixing = 1 / (1 + Math.exp((depth - 18 - station) / 2.4))
    return {
      depth,
      temperature: round(4.1 + 11.5 * mixing + Math.sin(depth + station) * 0.04, 3),
      conductivity: round(1.82 + 0.06 * (1 - mixing), 4),
      oxygen: round(8.9 - 2.6 * (1 - mixing), 2),
      chlorophyll: round(0.4 + 3.2 * Math.exp(-(((depth - 15) / 4) ** 2)), 2),
    }
  })
}

const columns = ['depth', 'temperature', 'conductivity', 'oxygen', 'chlorophyll'] as const
const header = ['depth_m', 'temperature_C', 'conductivity_mS_cm', 'oxygen_mg_L', 'chlorophyll_ug_L']

export const profileCsv = (station: number): string =>
  [header.join(','), ...profile(station).map((layer) => columns.map((column) => layer[column]).join(','))].join('\n')

export const stations = [
  ['S01', '湖心 / centre', 36.92, 100.13, 27.1],
  ['S02', '北岸 / north shore', 37.12, 100.05, 11.4],
  ['S03', '河口 / river mouth', 37.01, 99.72, 6.8],
  ['S04', '南湾 / south bay', 36.66, 100.4, 18.9],
] as const

const xml = (text: string | number) => String(text).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
const cell = (value: string | number) =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${xml(value)}</t></is></c>`

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function workbookParts(rows: readonly (readonly (string | number)[])[]): Record<string, string> {
  const lines = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="stations" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines}</sheetData></worksheet>`,
  }
}

/** The stations as a workbook that any spreadsheet program opens. */
export function stationsXlsx(modified: Date): Promise<Buffer> {
  const rows = [['station', 'place', 'latitude', 'longitude', 'depth_m'], ...stations]
  return zipOf(workbookParts(rows), modified)
}
