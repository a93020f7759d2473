import { SaxesParser } from 'saxes'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { TEXT_INDEX_BYTES, TEXT_SOURCE_BYTES } from '#contract/core/limits.ts'
import { type Reader, tidied } from './text.ts'

/** Most archive entries of a document, and most of its sheets or slides that are read. */
const ENTRIES_MAX = 10_000
const PARTS_MAX = 500
const inOrder = new Intl.Collator('en', { numeric: true }).compare

/** Opens an archive and calls `use` with the wanted entries in the order of their names. */
async function withParts<T>(
  path: string,
  isWanted: (name: string) => boolean,
  use: (parts: { name: string; read: (onText: (xml: string) => boolean) => Promise<void> }[]) => Promise<T>,
): Promise<T> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  try {
    const entries = await entriesOf(zip)
    const wanted = entries.filter(({ fileName }) => isWanted(fileName)).sort((a, b) => inOrder(a.fileName, b.fileName))
    const room = { bytes: TEXT_SOURCE_BYTES }
    return await use(
      wanted.slice(0, PARTS_MAX).map((entry) => ({
        name: entry.fileName,
        read: (onText) => readEntry(zip, entry, room, onText),
      })),
    )
  } finally {
    zip.close()
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  const done = Promise.withResolvers<void>()
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    if (entries.length >= ENTRIES_MAX) done.resolve()
    else zip.readEntry()
  })
  zip.once('end', done.resolve)
  zip.once('error', done.reject)
  zip.readEntry()
  await done.promise
  return entries
}

/** Reads an entry in pieces until `onText` has enough, or the total size limit is reached. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  room: { bytes: number },
  onText: (xml: string) => boolean,
): Promise<void> {
  const stream = await new Promise<NodeJS.ReadableStream & { destroy(): void }>((resolve, reject) =>
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const decoder = new TextDecoder()
  for await (const piece of stream) {
    room.bytes -= (piece as Buffer).length
    if (room.bytes < 0 || !onText(decoder.decode(piece as Buffer, { stream: true }))) break
  }
  stream.destroy()
}

type Handler = {
  open?: (name: string, attribute: (name: string) => string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** A streaming XML parser; names come without their prefix. Documents with a DTD are refused. */
function xmlFeed({ open, text, close }: Handler): (piece: string) => void {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('doctype', () => {
    throw new Error('a document with a type of its own')
  })
  parser.on('opentag', ({ name, attributes }) => open?.(local(name), (key) => String(attributes[key] ?? '')))
  parser.on('text', (piece) => text?.(piece))
  parser.on('closetag', ({ name }) => close?.(local(name)))
  parser.on('error', (error) => {
    throw error
  })
  return (piece) => void parser.write(piece)
}

/** Collects the paragraphs of documents and slides. */
function paragraphs(): { feed: (piece: string) => void; words: string[]; length: () => number } {
  const words: string[] = []
  let isRun = false
  let length = 0
  const say = (text: string) => {
    words.push(text)
    length += text.length
  }
  const feed = xmlFeed({
    open: (name) => {
      if (name === 't') isRun = true
      else if (name === 'tab' || name === 'br') say(' ')
    },
    text: (text) => isRun && say(text),
    close: (name) => {
      if (name === 't') isRun = false
      // Paragraphs are separated, so that words never join across them.
      else if (name === 'p') say('\n\n')
    },
  })
  return { feed, words, length: () => length }
}

const inWords =
  (isWanted: (name: string) => boolean): Reader =>
  async ({ path, size }) => {
    if (size > TEXT_SOURCE_BYTES) return null
    return withParts(path, isWanted, async (parts) => {
      const texts: string[] = []
      let left = TEXT_INDEX_BYTES
      for (const part of parts) {
        if (left <= 0) break
        const { feed, words, length } = paragraphs()
        await part.read((piece) => {
          feed(piece)
          return length() < left
        })
        left -= length()
        texts.push(words.join(''))
      }
      return tidied(texts.join('\n\n'), [], left > 0)
    })
  }
export const readDocx = inWords((name) => /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/.test(name))
export const readPptx = inWords((name) => /^ppt\/(slides\/slide\d+|notesSlides\/notesSlide\d+)\.xml$/.test(name))

/** The shared strings of a workbook, in their order. */
function sharedTexts(): { feed: (piece: string) => void; texts: string[]; length: () => number } {
  const texts: string[] = []
  let current = ''
  let length = 0
  let [isRun, isReading] = [false, true]
  const feed = xmlFeed({
    open: (name) => {
      if (name === 't') isRun = true
      // Phonetic readings are not part of the text.
      else if (name === 'rPh') isReading = false
    },
    text: (text) => {
      if (isRun && isReading) current += text
    },
    close: (name) => {
      if (name === 't') isRun = false
      else if (name === 'rPh') isReading = true
      else if (name === 'si') {
        texts.push(current)
        length += current.length
        current = ''
      }
    },
  })
  return { feed, texts, length: () => length }
}

/** The headings of a sheet (its first row with words), and the strings stored in its cells. */
function sheetTexts(shared: readonly string[]) {
  const columns: string[] = []
  const own: string[] = []
  let [kind, value, isValue, row, headingRow] = ['', '', false, 0, 0]
  const feed = xmlFeed({
    open: (name, attribute) => {
      if (name === 'row') row += 1
      else if (name === 'c') [kind, value] = [attribute('t'), '']
      else if (name === 'v' || name === 't') isValue = true
    },
    text: (text) => {
      if (isValue) value += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name !== 'c') return
      const text = kind === 's' ? (shared[Number(value)] ?? '') : kind === 'inlineStr' || kind === 'str' ? value : ''
      if (!text) return
      headingRow ||= row
      if (row === headingRow) columns.push(text)
      if (kind !== 's') own.push(text)
    },
  })
  return { feed, columns, own }
}

export const readXlsx: Reader = async ({ path, size }) => {
  if (size > TEXT_SOURCE_BYTES) return null
  const isPart = (name: string) => /^xl\/(sharedStrings|worksheets\/sheet\d+)\.xml$/.test(name)
  return withParts(path, isPart, async (parts) => {
    const shared = sharedTexts()
    let isWhole = true
    const goesOn = (length: number) => {
      isWhole &&= length < TEXT_INDEX_BYTES
      return isWhole
    }
    await parts
      .find(({ name }) => name.endsWith('sharedStrings.xml'))
      ?.read((piece) => {
        shared.feed(piece)
        return goesOn(shared.length())
      })
    const [columns, own]: [string[], string[]] = [[], []]
    for (const part of parts.filter(({ name }) => name.includes('worksheets'))) {
      const sheet = sheetTexts(shared.texts)
      let length = 0
      let counted = 0
      await part.read((piece) => {
        sheet.feed(piece)
        for (; counted < sheet.own.length; counted += 1) length += sheet.own[counted]?.length ?? 0
        return length < TEXT_INDEX_BYTES
      })
      isWhole &&= length < TEXT_INDEX_BYTES
      columns.push(...sheet.columns)
      own.push(...sheet.own)
    }
    return tidied([...shared.texts, ...own].join('\n'), columns, isWhole)
  })
}
