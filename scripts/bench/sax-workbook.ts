import { SaxesParser } from 'saxes'
import { openPromise } from 'yauzl'

const SHEET = 'xl/worksheets/sheet1.xml'
const STRINGS = 'xl/sharedStrings.xml'

/** Parses a part of a workbook; a workbook without it is none the worse. */
async function parse(path: string, part: string, listen: (parser: SaxesParser) => void): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== part) continue
    const parser = new SaxesParser()
    listen(parser)
    const content = await zip.openReadStreamPromise(entry)
    content.setEncoding('utf8')
    for await (const piece of content) parser.write(piece as string)
    parser.close()
  }
  zip.close()
}

/** Hears the text of each element of a name, and of `t` and `v` within it. */
function texts(parser: SaxesParser, name: string, hear: (text: string, type: string) => void): void {
  let [text, type, isTold] = ['', '', false]
  parser.on('opentag', (tag) => {
    if (tag.name === name) [text, type] = ['', String(tag.attributes.t ?? 'n')]
    isTold = tag.name === 't' || tag.name === 'v'
  })
  parser.on('text', (piece) => {
    if (isTold) text += piece
  })
  parser.on('closetag', (tag) => {
    isTold = false
    if (tag.name === name) hear(text, type)
  })
}

/** Reads every cell of the first sheet of a workbook with the usual libraries, yauzl and saxes, in one process. */
export async function readBySax(path: string, hear: (value: string | number | boolean | undefined) => void) {
  const strings: string[] = []
  await parse(path, STRINGS, (parser) => texts(parser, 'si', (text) => void strings.push(text)))
  await parse(path, SHEET, (parser) =>
    texts(parser, 'c', (text, type) => {
      if (type === 's') hear(strings[Number(text)])
      else if (type === 'b') hear(text === '1')
      else hear(type === 'n' ? Number(text) : text)
    }),
  )
}
