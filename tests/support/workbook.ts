import { crc32 } from 'node:zlib'

const head = '<?xml version="1.0"?>'
const kinds = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const parts = {
  '[Content_Types].xml': `${head}<Types xmlns="${kinds}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${kinds}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${kinds}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

function entryOf(name: string, text: string, offset: number): { local: Buffer; central: Buffer } {
  const [path, data] = [Buffer.from(name), Buffer.from(text)]
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt32LE(crc32(data), 14)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(path.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  local.copy(central, 16, 14, 28)
  central.writeUInt32LE(offset, 42)
  return { local: Buffer.concat([local, path, data]), central: Buffer.concat([central, path]) }
}

function archiveOf(texts: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(texts)) {
    const { local, central } = entryOf(name, text, offset)
    locals.push(local)
    centrals.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(centrals.length, 8)
  end.writeUInt16LE(centrals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** A workbook of one sheet whose rows give their own positions; texts are inserted as raw XML, numbers are numbers. */
export function oddWorkbook(rows: [place: string, ...cells: (string | number)[]][], behind = ''): Buffer {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const written = rows.map(([place, ...cells]) => `<row r="${place}">${cells.map(cell).join('')}</row>`)
  const sheet = `${head}<worksheet xmlns="${main}"><sheetData>${written.join('')}</sheetData>${behind}</worksheet>`
  return archiveOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet })
}
