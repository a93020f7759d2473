import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { tarOf, zipOf } from './archive.ts'

/**
 * Malicious files. `extracts` is the expected result of extracting one: the refusal of the whole archive, or the causes
 * reported for its entries. Text, thumbnail, preview and download are requested for every file.
 */
export type Hostile = { what: string; name: string; make: () => Buffer; extracts?: string | readonly string[] }

const bytes = (text: string) => Buffer.from(text)
const SCRIPT = '<script>fetch("/api/get.u").then(()=>document.title="run")</script>'
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${Array.from(
  { length: 12 },
  (_, i) => `<!ENTITY ${String.fromCharCode(98 + i)} "${`&${String.fromCharCode(97 + i)};`.repeat(10)}">`,
).join('')}]>`
const STEALS = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

function chunk(kind: string, body: Buffer): Buffer {
  const piece = Buffer.concat([bytes(kind), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(piece))
  return Buffer.concat([length, piece, sum])
}
/** A PNG with a declared size and arbitrary image data. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A TIFF whose directory has these entries; `next` is the offset of the following directory. */
function tiffOf(entries: readonly [tag: number, type: number, count: number, value: number][], next: number): Buffer {
  const body = Buffer.alloc(8 + 2 + entries.length * 12 + 4)
  body.write('II')
  body.writeUInt16LE(42, 2)
  body.writeUInt32LE(8, 4)
  body.writeUInt16LE(entries.length, 8)
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + i * 12
    body.writeUInt16LE(tag, at)
    body.writeUInt16LE(type, at + 2)
    body.writeUInt32LE(count, at + 4)
    body.writeUInt32LE(value, at + 8)
  }
  body.writeUInt32LE(next, body.length - 4)
  return body
}
const hugeTiff = (side: number, next: number) =>
  tiffOf(
    [
      [256, 4, 1, side],
      [257, 4, 1, side],
      [258, 3, 1, 8],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
      [273, 4, 0xffffffff, 8],
      [277, 3, 1, 1],
      [278, 4, 1, side],
      [279, 4, 1, 0xffffffff],
    ],
    next,
  )

function bmpOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return head
}

const pdfOf = (objects: readonly string[]) =>
  bytes(`%PDF-1.7\n${objects.map((one, i) => `${i + 1} 0 obj ${one} endobj\n`).join('')}trailer <</Root 1 0 R>>\n%%EOF`)
const pageOf = (box: string, more = '') =>
  pdfOf([
    `<</Type/Catalog/Pages 2 0 R${more}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${box}]/Contents 4 0 R>>`,
    '<</Length 6>>stream\n0 0 m\nendstream',
  ])

const wordOf = (xml: string) => zipOf([{ name: 'word/document.xml', content: bytes(xml) }])
const paragraph = (text: string) => `<w:document xmlns:w="w"><w:p><w:t>${text}</w:t></w:p></w:document>`

/** A parquet file of only magic bytes and a footer with a declared length. */
function parquetOf(footer: Buffer, says = footer.length): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(says)
  return Buffer.concat([bytes('PAR1'), footer, length, bytes('PAR1')])
}
/** A NetCDF file that declares very many dimensions. */
const netcdfOf = (dimensions: number) => {
  const body = Buffer.alloc(16)
  body.write('CDF\u0001')
  body.writeUInt32BE(10, 8)
  body.writeUInt32BE(dimensions, 12)
  return body
}

/** An archive nested in itself this many levels deep. */
function matryoshka(levels: number): Buffer {
  let inner: Buffer = bytes('the last')
  for (let level = 0; level < levels; level += 1) inner = zipOf([{ name: 'again.zip', content: inner, isStored: true }])
  return inner
}
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1_048_576)
const paxOf = (record: string) => {
  const line = (length: number) => `${length} ${record}\n`
  const length = line(line(0).length + 1).length
  return { name: 'pax', type: 'x', content: bytes(line(length)) }
}

export const hostile: readonly Hostile[] = [
  // Markup and scripts, with their own and with false suffixes.
  { what: 'a page with a script', name: 'page.html', make: () => bytes(`<!doctype html>${SCRIPT}`) },
  {
    what: 'a page in XML',
    name: 'page.xhtml',
    make: () => bytes(`<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`),
  },
  {
    what: 'a drawing with a script',
    name: 'drawing.svg',
    make: () =>
      bytes(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${SCRIPT}<foreignObject><iframe src="javascript:alert(1)"/></foreignObject></svg>`,
      ),
  },
  {
    what: 'a drawing that laughs a billion times',
    name: 'laughs.svg',
    make: () => bytes(`${LAUGHS}<svg xmlns="http://www.w3.org/2000/svg"><text>&m;</text></svg>`),
  },
  {
    what: 'a drawing that reads other files',
    name: 'steals.svg',
    make: () =>
      bytes(
        `${STEALS}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><text y="20">&e;</text><image xlink:href="file:///etc/passwd" width="9" height="9"/><image xlink:href="http://127.0.0.1:1/x.png" width="9" height="9"/></svg>`,
      ),
  },
  {
    what: 'a drawing of ten thousand groups in each other',
    name: 'deep.svg',
    make: () => bytes(`<svg xmlns="http://www.w3.org/2000/svg">${nested('<g>', '</g>', 10_000)}</svg>`),
  },
  {
    what: 'a drawing as large as a country',
    name: 'vast.svg',
    make: () =>
      bytes(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"><rect width="9" height="9"/></svg>',
      ),
  },
  {
    what: 'a drawing that uses itself',
    name: 'loop.svg',
    make: () =>
      bytes(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs>${Array.from({ length: 30 }, (_, i) => `<g id="g${i}"><use href="#g${i + 1}"/><use href="#g${i + 1}"/></g>`).join('')}<g id="g30"><rect width="1" height="1"/></g></defs><use href="#g0"/></svg>`,
      ),
  },
  {
    what: 'a style sheet for XML',
    name: 'transform.xml',
    make: () => bytes('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x/>'),
  },
  { what: 'XML that laughs', name: 'laughs.xml', make: () => bytes(`${LAUGHS}<l>&m;</l>`) },
  { what: 'a page that calls itself a picture', name: 'page.png', make: () => bytes(`<!doctype html>${SCRIPT}`) },
  { what: 'a page that calls itself a text', name: 'page.txt', make: () => bytes(`<!doctype html>${SCRIPT}`) },
  { what: 'a page in UTF-7', name: 'seven.htm', make: () => bytes('+ADw-script+AD4-alert(1)+ADw-/script+AD4-') },
  { what: 'a page without a suffix', name: 'page', make: () => bytes(`<!doctype html>${SCRIPT}`) },
  {
    what: 'a picture that is a script',
    name: 'both.gif',
    make: () => bytes('GIF89a/*\u0001\u0000\u0001\u0000\u0000*/=1;alert(1)'),
  },
  {
    what: 'a script that is a picture',
    name: 'both.js',
    make: () => bytes('GIF89a/*\u0001\u0000\u0001\u0000\u0000*/=1;alert(1)'),
  },
  {
    what: 'a document that is an archive and a page',
    name: 'both.pdf',
    make: () => zipOf([{ name: 'a.txt', content: bytes('a') }], bytes(`%PDF-1.7\n${SCRIPT}`)),
    extracts: 'archiveUnknown',
  },
  {
    what: 'an archive that is a page',
    name: 'both.zip',
    make: () => zipOf([{ name: 'a.txt', content: bytes('a') }], bytes(`<!doctype html>${SCRIPT}`)),
    extracts: [],
  },
  { what: 'a name that breaks headers', name: 'a;filename=x.html; %0d%0aX y.svg', make: () => bytes('<svg/>') },
  { what: 'a name of 255 bytes', name: `${'湖'.repeat(83)}a.html`, make: () => bytes(SCRIPT) },
  // Documents.
  { what: 'a document that laughs', name: 'laughs.docx', make: () => wordOf(LAUGHS + paragraph('&m;')), extracts: [] },
  { what: 'a document that reads other files', name: 'steals.docx', make: () => wordOf(STEALS + paragraph('&e;')) },
  {
    what: 'a document that becomes 80 MB',
    name: 'bomb.docx',
    make: () => wordOf(paragraph(' '.repeat(80_000_000))),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'slides of ten thousand marks in each other',
    name: 'deep.pptx',
    make: () => zipOf([{ name: 'ppt/slides/slide1.xml', content: bytes(nested('<a>', '</a>', 100_000)) }]),
  },
  {
    what: 'a workbook of strings that are not there',
    name: 'lost.xlsx',
    make: () =>
      zipOf([
        {
          name: 'xl/worksheets/sheet1.xml',
          content: bytes('<x><row><c t="s"><v>99999999999</v></c><c t="s"><v>__proto__</v></c></row></x>'),
        },
      ]),
  },
  {
    what: 'an old workbook of nothing',
    name: 'junk.xls',
    make: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5000, 0xff)]),
  },
  {
    what: 'a document that runs a script',
    name: 'script.pdf',
    make: () => pageOf('9 9', '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'),
  },
  { what: 'a page of a thousand kilometres', name: 'vast.pdf', make: () => pageOf('1e9 1e9') },
  {
    what: 'pages that are their own parents',
    name: 'loop.pdf',
    make: () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99999999>>']),
  },
  {
    what: 'a document of ten thousand lists in each other',
    name: 'deep.pdf',
    make: () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', nested('[', ']', 10_000)]),
  },
  {
    what: 'a notebook of ten thousand lists in each other',
    name: 'deep.ipynb',
    make: () => bytes(`{"cells":${nested('[', ']', 10_000)}}`),
  },
  {
    what: 'a notebook of what no notebook has',
    name: 'odd.ipynb',
    make: () => bytes('{"cells":[null,7,{"source":{"__proto__":1},"outputs":[null]}]}'),
  },
  {
    what: 'a table of one line without an end',
    name: 'line.csv',
    make: () => bytes(`${'"'.repeat(1_000_001)},${'a,'.repeat(200_000)}`),
  },
  {
    what: 'a table of formulas',
    name: 'formulas.csv',
    make: () => bytes('=cmd|"/c calc"!A0,@SUM(1),+1,-1\n1,2,3,4\n'),
  },
  {
    what: 'a text of lone halves of characters',
    name: 'halves.txt',
    make: () => Buffer.from('\uFEFF\uD800a\uDC00'.repeat(1000), 'utf16le'),
  },
  // Pictures and measured data.
  { what: 'a picture of ten gigapixels', name: 'vast.png', make: () => pngOf(100_000, 100_000, deflateSync(zeros(1))) },
  { what: 'a picture whose data is a bomb', name: 'bomb.png', make: () => pngOf(8, 8, deflateSync(zeros(100))) },
  {
    what: 'a picture that ends early',
    name: 'short.png',
    make: () => pngOf(4000, 4000, Buffer.alloc(0)).subarray(0, 60),
  },
  { what: 'a bitmap with no end', name: 'vast.bmp', make: () => bmpOf(0x7fffffff, 0x7fffffff) },
  { what: 'a bitmap of less than nothing', name: 'less.bmp', make: () => bmpOf(-1, -2147483648) },
  {
    what: 'an icon that points beyond itself',
    name: 'beyond.ico',
    make: () => Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(64, 0xff)]),
  },
  { what: 'a TIFF as large as can be said', name: 'vast.tif', make: () => hugeTiff(0xffffffff, 0) },
  { what: 'a TIFF whose directory is its own next', name: 'loop.tiff', make: () => hugeTiff(64, 8) },
  {
    what: 'a JPEG of markers alone',
    name: 'marks.jpg',
    make: () => Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(200_000, 0xff)]),
  },
  {
    what: 'a WebP that lies about its length',
    name: 'lies.webp',
    make: () => Buffer.concat([bytes('RIFF'), Buffer.alloc(4, 0xff), bytes('WEBPVP8L'), Buffer.alloc(40, 0xff)]),
  },
  {
    what: 'a film of nothing',
    name: 'nothing.mp4',
    make: () => Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(100, 0xff)]),
  },
  {
    what: 'a parquet file whose foot is longer than it',
    name: 'foot.parquet',
    make: () => parquetOf(Buffer.alloc(8), 0xffffffff),
  },
  {
    what: 'a parquet file whose foot is no list',
    name: 'odd.parquet',
    make: () => parquetOf(Buffer.alloc(4000, 0x1c)),
  },
  {
    what: 'a parquet file of endless lists',
    name: 'lists.parquet',
    make: () => parquetOf(Buffer.from(`29${'fcffffffff0f'.repeat(200)}`, 'hex')),
  },
  {
    what: 'an HDF5 file of nothing',
    name: 'odd.h5',
    make: () => Buffer.concat([Buffer.from('894844460d0a1a0a', 'hex'), Buffer.alloc(4000, 0xff)]),
  },
  { what: 'a NetCDF file of four billion dimensions', name: 'odd.nc', make: () => netcdfOf(0xffffffff) },
  // Archives.
  {
    what: 'a zip that grows to 100 MiB',
    name: 'flat.zip',
    make: () => zipOf([{ name: 'a', content: zeros(100) }]),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'a zip of many that grow',
    name: 'wide.zip',
    make: () => zipOf(Array.from({ length: 60 }, (_, i) => ({ name: `${i}`, content: zeros(1) }))),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'a zip in a zip in a zip, two hundred times',
    name: 'matryoshka.zip',
    make: () => matryoshka(200),
    extracts: [],
  },
  {
    what: 'a zip whose entries share their bytes',
    name: 'shared.zip',
    make: () =>
      zipOf([
        { name: 'a', content: Buffer.alloc(9000, 'x') },
        ...Array.from({ length: 500 }, (_, i) => ({ name: `b${i}`, sharesWith: 0 })),
      ]),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'a zip that says less than it holds',
    name: 'more.zip',
    make: () => zipOf([{ name: 'a', content: zeros(30), says: 10 }]),
    extracts: ['contentDamaged'],
  },
  {
    what: 'a zip that says more than there is',
    name: 'less.zip',
    make: () => zipOf([{ name: 'a', content: bytes('a'), says: 0xfffffff0 }]),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'a zip that climbs, links and begins at the root',
    name: 'climbs.zip',
    make: () =>
      zipOf([
        { name: '../a' },
        { name: '/etc/cron.d/a' },
        { name: 'C:\\a' },
        { name: 'l', content: bytes('/etc/passwd'), mode: 0o120777 },
        { name: 'l/a', content: bytes('x') },
      ]),
    extracts: ['entryLink', 'entryOutside', 'entryOutside', 'entryOutside'],
  },
  {
    what: 'a zip of 10,000 folders in each other',
    name: 'deep.zip',
    make: () => zipOf([{ name: `${'a/'.repeat(10_000)}a` }]),
    extracts: ['fileNameInvalid'],
  },
  {
    what: 'a zip with a password',
    name: 'locked.zip',
    make: () => zipOf([{ name: 'a', isEncrypted: true }]),
    extracts: 'archiveEncrypted',
  },
  {
    what: 'a zip of names of 256 bytes and of two forms',
    name: 'names.zip',
    make: () =>
      zipOf([{ name: 'a'.repeat(256) }, { name: 'b'.repeat(255) }, { name: 'caf\u00e9' }, { name: 'cafe\u0301' }]),
    extracts: ['fileNameInvalid'],
  },
  {
    what: 'a zip that ends before it begins',
    name: 'end.zip',
    make: () => zipOf([{ name: 'a' }]).subarray(-22),
    extracts: 'archiveDamaged',
  },
  {
    what: 'a gzip that grows to 100 MiB',
    name: 'flat.gz',
    make: () => gzipSync(zeros(100)),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'gzips one after the other',
    name: 'row.gz',
    make: () => Buffer.concat(Array.from({ length: 30 }, () => gzipSync(zeros(1)))),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'a tar of links, and a file through one',
    name: 'links.tar',
    make: () =>
      tarOf([
        { name: 'out', type: '2', link: '/tmp' },
        { name: 'out/a', content: bytes('x') },
        { name: 'hard', type: '1', link: '/etc/passwd' },
        { name: 'disk', type: '4' },
        { name: 'pipe', type: '6' },
      ]),
    extracts: ['entryLink', 'entryLink', 'entryLink', 'entryLink'],
  },
  {
    what: 'a tar that climbs',
    name: 'climbs.tar',
    make: () =>
      tarOf([{ name: '../../a', content: bytes('x') }, paxOf('path=/etc/a'), { name: 'b', content: bytes('x') }]),
    extracts: ['entryOutside', 'entryOutside'],
  },
  {
    what: 'a tar that says more than there is',
    name: 'more.tar',
    make: () => tarOf([{ name: 'a', says: 8 ** 11 - 1 }]),
    extracts: 'archiveDamaged',
  },
  {
    what: 'a tar whose extra head says an exabyte',
    name: 'exa.tar',
    make: () => tarOf([paxOf('size=1152921504606846976'), { name: 'a', content: bytes('x') }]),
    extracts: 'archiveDamaged',
  },
  {
    what: 'a tar whose name goes on for gigabytes',
    name: 'name.tar',
    make: () => tarOf([{ name: '././@LongLink', type: 'L', says: 8 ** 11 - 1 }]),
    extracts: 'archiveDamaged',
  },
  {
    what: 'a packed tar that is a bomb',
    name: 'bomb.tar.gz',
    make: () => gzipSync(tarOf([{ name: 'a', content: zeros(80) }])),
    extracts: 'archiveUnsafe',
  },
  {
    what: 'deflated bytes that are no archive',
    name: 'raw.tgz',
    make: () => deflateRawSync(zeros(1)),
    extracts: 'archiveUnknown',
  },
]
