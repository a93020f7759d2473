import JSZip from 'jszip'
import type { Samples } from './samples.ts'
import { DAY } from './tables.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const DRAW = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const SHOW = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const showType = 'application/vnd.openxmlformats-officedocument.presentationml'

function types(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}
function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const lines = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`
}
export async function zipOf(parts: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(parts)) zip.file(name, content, { date: DAY })
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`
const cells = (row: readonly string[]) => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')

/** A report with a heading, two paragraphs and a table. */
const docx = () =>
  zipOf({
    '[Content_Types].xml': types({
      '/word/document.xml': `${wordType}.document.main+xml`,
      '/word/styles.xml': `${wordType}.styles+xml`,
    }),
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relations([['styles', 'styles.xml']]),
    'word/styles.xml': `${XML}<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style></w:styles>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${WORD}"><w:body>${paragraph('航次报告 Cruise report', 'Heading1')}${paragraph('四个站点的温度剖面。The thermocline lies at 18 metres.')}<w:tbl>${[
      ['Station', 'Depth (m)'],
      ['S01', '27.1'],
      ['S02', '11.4'],
    ]
      .map((row) => `<w:tr>${cells(row)}</w:tr>`)
      .join(
        '',
      )}</w:tbl>${paragraph('数据以公式生成。')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  })

const TREE = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`
const shape = (id: number, text: string, y: number, size: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="${y}"/><a:ext cx="7800000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB" sz="${size}"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
const names = `xmlns:a="${DRAW}" xmlns:r="${OFFICE}" xmlns:p="${SHOW}"`
const slide = (title: string, line: string) =>
  `${XML}<p:sld ${names}><p:cSld><p:spTree>${TREE}${shape(2, title, 500000, 4000)}${shape(3, line, 1900000, 2000)}</p:spTree></p:cSld></p:sld>`
const colours = ['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6']
const theme = `${XML}<a:theme xmlns:a="${DRAW}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${[...colours, 'hlink', 'folHlink'].map((name) => `<a:${name}><a:srgbClr val="${name.startsWith('lt') ? 'FFFFFF' : name.startsWith('dk') ? '14201E' : '0F766E'}"/></a:${name}>`).join('')}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont><a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst/><a:lnStyleLst/><a:effectStyleLst/><a:bgFillStyleLst/></a:fmtScheme></a:themeElements></a:theme>`

/** Two slides with a title and a line each. */
const pptx = () =>
  zipOf({
    '[Content_Types].xml': types({
      '/ppt/presentation.xml': `${showType}.presentation.main+xml`,
      '/ppt/slides/slide1.xml': `${showType}.slide+xml`,
      '/ppt/slides/slide2.xml': `${showType}.slide+xml`,
      '/ppt/slideLayouts/slideLayout1.xml': `${showType}.slideLayout+xml`,
      '/ppt/slideMasters/slideMaster1.xml': `${showType}.slideMaster+xml`,
      '/ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
    }),
    '_rels/.rels': relations([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${XML}<p:presentation ${names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId3"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['slide', 'slides/slide1.xml'],
      ['slide', 'slides/slide2.xml'],
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['theme', 'theme/theme1.xml'],
    ]),
    'ppt/slides/slide1.xml': slide('Lake survey 2026', 'Four stations, 240 depths each'),
    'ppt/slides/slide2.xml': slide('温跃层', 'The thermocline lies at 18 metres'),
    'ppt/slides/_rels/slide1.xml.rels': relations([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
    'ppt/slides/_rels/slide2.xml.rels': relations([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
    'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${names} type="blank"><p:cSld><p:spTree>${TREE}</p:spTree></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${names}><p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></p:bgPr></p:bg><p:spTree>${TREE}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ]),
    'ppt/theme/theme1.xml': theme,
  })

export async function office(): Promise<Samples> {
  return { 'report.docx': await docx(), 'survey.pptx': await pptx() }
}
