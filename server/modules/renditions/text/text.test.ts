import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TEXT_INDEX_BYTES, TEXT_SOURCE_BYTES } from '#contract/core/limits.ts'
import { readText } from './index.ts'
import { wordsOfMarkup } from './plain.ts'

const read = (path: string) =>
  readText({ path, size: statSync(path).size, suffix: path.split('.').at(-1)?.toLowerCase() ?? '' })
const sample = (name: string) => read(new URL(`../../../../tests/samples/files/${name}`, import.meta.url).pathname)

function written(name: string, content: string | Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'ds-text-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  return read(path)
}

/** An archive of deflated entries. */
function zipOf(entries: Record<string, Buffer | string>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const raw = Buffer.from(content as string)
    const packed = deflateRawSync(raw)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(raw.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(raw.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}
const document = (body: string) => `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`

describe('the words of every kind of file', () => {
  test.each([
    ['report.docx', '四个站点的温度剖面'],
    ['survey.pptx', 'The thermocline lies at 18 metres'],
    ['stations.xlsx', '湖心 / centre'],
    ['report.pdf', 'Four stations, 240 depths each'],
    ['profile.ipynb', 'Mean temperature by *station*'],
    ['stations-gb18030.csv', '站点,水温'],
    ['notes.md', 'station'],
    ['helix.pdb', 'IDEAL ALPHA HELIX'],
    ['temperature.nc', 'Temperature of an invented lake'],
    ['moorings.h5', 'Moorings of an invented lake'],
  ])('%s', async (name, words) => {
    expect((await sample(name))?.text).toContain(words)
  })

  test.each([
    ['profile.csv', ['depth_m', 'temperature_C']],
    ['stations-gb18030.csv', ['站点', '水温']],
    ['stations.tsv', ['station', 'place']],
    ['stations.xlsx', ['station', 'place']],
    ['observations.parquet', ['station', 'depth_m', 'temperature_C', '观测时间']],
    ['temperature.nc', ['depth', 'temperature']],
    ['moorings.h5', ['mooring_1', 'mooring_1/depth']],
  ])('the headings of %s', async (name, headings) => {
    expect((await sample(name))?.columns).toEqual(expect.arrayContaining(headings))
  })
})

describe('a text', () => {
  test('is kept in one form: blanks single, controls gone, Chinese words whole over a broken line', async () => {
    expect(await written('a.txt', 'ＡＢ\u0007  c\n\n湖泊\n  水质\tend ')).toEqual({
      text: 'AB c 湖泊水质 end',
      columns: [],
      isWhole: true,
    })
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFF湖泊', 'utf16le')],
    ['GB 18030', Buffer.from('bafeb2b4', 'hex')],
  ])('in %s is read', async (_name, bytes) => {
    expect((await written('a.txt', bytes))?.text).toBe('湖泊')
  })

  test.each([
    ['bytes', Buffer.from([0, 159, 146, 150, 0, 255])],
    ['nothing', ''],
    ['blanks', ' \n\t'],
  ])('of %s has no words', async (_what, content) => {
    expect(await written('a.txt', content)).toBeNull()
  })

  test('of a hundred megabytes is read to its limit', async () => {
    const long = await written('a.log', Buffer.alloc(100 * 1_048_576, 'lake '))
    expect(long?.isWhole).toBe(false)
    expect(Buffer.byteLength(long?.text ?? '')).toBeLessThanOrEqual(TEXT_INDEX_BYTES)
  })

  test('of markup has no tags, scripts or styles', () => {
    const page =
      '<h1 title="a>b">Lake</h1><script>if (a<b) alert("x")</script><STYLE>p{}</style><p>5 &lt; 6 &#28246;&nope;'
    expect(wordsOfMarkup(page).replace(/\s+/g, ' ').trim()).toBe('b">Lake 5 < 6 湖&nope;')
    expect(wordsOfMarkup('<!-- never closed <p>a')).toBe('')
  })
})

describe('a hostile document', () => {
  test('that unpacks to far more than it says is read to the bound', async () => {
    const bomb = document(
      `<w:p><w:r><w:t>lake</w:t></w:r></w:p><!--${' '.repeat(2 * TEXT_SOURCE_BYTES)}--><w:t>late</w:t>`,
    )
    expect((await written('bomb.docx', zipOf({ 'word/document.xml': bomb })))?.text).toBe('lake')
  })

  test('that defines types of its own is refused', async () => {
    const entities = `<!DOCTYPE d [<!ENTITY a "aaaa">]>${document('<w:t>&a;</w:t>')}`
    await expect(written('a.docx', zipOf({ 'word/document.xml': entities }))).rejects.toThrow('type of its own')
  })

  test.each(['docx', 'pptx', 'xlsx', 'xls', 'pdf', 'parquet', 'nc', 'h5', 'ipynb'])(
    'that only calls itself %s has no words, or is refused',
    async (suffix) => {
      const outcome = await written(`a.${suffix}`, 'no such thing').catch(() => null)
      expect(outcome?.columns ?? []).toEqual([])
    },
  )
})
