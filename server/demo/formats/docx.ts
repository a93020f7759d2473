import { zipOf } from './zip.ts'

/** What a document is made of, from top to bottom. */
export type Block =
  | { title: string }
  | { heading: string }
  | { text: string }
  | { table: readonly (readonly (string | number)[])[] }
  | { picture: Buffer; width: number; height: number; caption: string }

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
/** English metric units in a pixel of 96 to the inch. */
const EMU = 9525

const escaped = (text: string | number) => String(text).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
const run = (text: string | number, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
const paragraph = (content: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`

const EDGES = ['top', 'bottom', 'insideH']
  .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:space="0" w:color="8A9A97"/>`)
  .join('')
function tableOf(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number, isHead: boolean) =>
    `<w:tc>${paragraph(run(value, isHead ? '<w:b/>' : ''))}</w:tc>`
  const lines = rows.map((row, i) => `<w:tr>${row.map((value) => cell(value, i === 0)).join('')}</w:tr>`)
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${EDGES}</w:tblBorders></w:tblPr>${lines.join('')}</w:tbl>${paragraph('')}`
}

function pictureOf(id: number, width: number, height: number): string {
  const size = `cx="${width * EMU}" cy="${height * EMU}"`
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`
  const named = `id="${id}" name="Figure ${id}"`
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${named}/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>${shape}</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

const style = (id: string, name: string, size: number, look: string, spacing: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:spacing ${spacing}/></w:pPr><w:rPr>${look}<w:sz w:val="${size}"/></w:rPr></w:style>`
const STYLES = `${XML}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="等线"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${[
  style('Title', 'Title', 40, '<w:b/><w:color w:val="0F4F4A"/>', 'w:after="240"'),
  style('Heading1', 'heading 1', 28, '<w:b/><w:color w:val="0F766E"/>', 'w:before="280" w:after="120"'),
  style('Caption', 'caption', 18, '<w:i/><w:color w:val="55625F"/>', 'w:after="200"'),
].join('')}</w:styles>`

/** A document that word processors open. */
export function docx(blocks: readonly Block[], modified: Date): Promise<Buffer> {
  const pictures: Buffer[] = []
  const body = blocks.map((block) => {
    if ('title' in block) return paragraph(run(block.title), 'Title')
    if ('heading' in block) return paragraph(run(block.heading), 'Heading1')
    if ('text' in block) return paragraph(run(block.text))
    if ('table' in block) return tableOf(block.table)
    const id = pictures.push(block.picture)
    return paragraph(pictureOf(id, block.width, block.height)) + paragraph(run(block.caption), 'Caption')
  })
  const space = `xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture" xmlns:wp="${DRAWING}/wordprocessingDrawing"`
  const media = Object.fromEntries(pictures.map((bytes, i) => [`word/media/figure${i + 1}.png`, bytes]))
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (some: string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${some.join('')}</Relationships>`
  const part = (name: string, type: string) =>
    `<Override PartName="/word/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`
  return zipOf(
    {
      '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>${part('document', 'document.main')}${part('styles', 'styles')}</Types>`,
      '_rels/.rels': relations([relation('rId1', 'officeDocument', 'word/document.xml')]),
      'word/_rels/document.xml.rels': relations([
        relation('styles', 'styles', 'styles.xml'),
        ...pictures.map((_, i) => relation(`picture${i + 1}`, 'image', `media/figure${i + 1}.png`)),
      ]),
      'word/styles.xml': STYLES,
      'word/document.xml': `${XML}<w:document ${space}><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1300" w:bottom="1440" w:left="1300" w:header="700" w:footer="700" w:gutter="0"/></w:sectPr></w:body></w:document>`,
      ...media,
    },
    modified,
  )
}
