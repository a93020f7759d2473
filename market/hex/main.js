import { connect, Told } from './talk.js'

const ROW_PX = 22
/** Browsers draw nothing taller than this; longer files scroll by larger steps. */
const TALLEST_PX = 8_000_000
const PAGE = 65_536
const PAGES_KEPT = 32
const words = {
  zh: { summary: (size, at) => `${size.toLocaleString('zh-CN')} 字节，起始 0x${at.toString(16)}`, empty: '文件为空' },
  en: {
    summary: (size, at) => `${size.toLocaleString('en-GB')} bytes, from 0x${at.toString(16)}`,
    empty: 'The file is empty',
  },
}

const hex = (value, width) => value.toString(16).padStart(width, '0')
const letter = (byte, encoding) =>
  byte < 0x20 || byte === 0x7f || (byte >= 0x80 && (encoding === 'ascii' || byte < 0xa0))
    ? '·'
    : String.fromCharCode(byte)

/** Reads by pages, keeps the last ones. */
function pages(read, size) {
  const kept = new Map()
  return (number) => {
    const known = kept.get(number)
    if (known) return known
    const from = number * PAGE
    const coming = read(from, Math.min(size, from + PAGE) - 1).then((bytes) => new Uint8Array(bytes))
    coming.catch(() => kept.delete(number))
    kept.set(number, coming)
    if (kept.size > PAGES_KEPT) kept.delete(kept.keys().next().value)
    return coming
  }
}

function rowOf({ bytes, offset, top }, { width, columns, encoding, marked }) {
  const row = document.createElement('div')
  row.className = 'row'
  row.style.top = `${top}px`
  const part = (className, text) => {
    const span = document.createElement('span')
    span.className = className
    span.textContent = text
    row.append(span)
  }
  if (columns.has('offset')) part('offset', `${hex(offset, 8)}  `)
  for (let i = 0; i < width; i += 1) {
    const digits = i < bytes.length ? hex(bytes[i], 2) : '  '
    if (marked.has(digits)) {
      const mark = document.createElement('mark')
      mark.textContent = digits
      row.append(mark, ' ')
    } else row.append(`${digits} `)
  }
  if (columns.has('text')) part('text', ` ${[...bytes].map((byte) => letter(byte, encoding)).join('')}`)
  return row
}

connect({
  async onFile({ size, values, language, read }) {
    const told = words[language]
    if (!size) throw new Told(told.empty)
    const look = {
      width: Number(values.width) || 16,
      columns: new Set(values.columns),
      encoding: values.encoding,
      marked: new Set(values.marked),
    }
    const start = Math.min(Number.parseInt(values.start, 16) || 0, size - 1)
    const rows = Math.ceil((size - start) / look.width)
    const height = Math.min(rows * ROW_PX, TALLEST_PX)
    const page = pages(read, size)
    const [note, scroller, tall, summary] = ['note', 'bytes', 'tall', 'summary'].map((className) =>
      Object.assign(document.createElement('div'), { className }),
    )
    note.textContent = values.note ?? ''
    scroller.tabIndex = 0
    tall.style.height = `${height}px`
    scroller.append(tall)
    document.body.replaceChildren(note, scroller, summary)

    let turn = 0
    async function draw() {
      turn += 1
      const mine = turn
      const top = scroller.scrollTop
      const shown = Math.ceil(scroller.clientHeight / ROW_PX) + 1
      const last = Math.max(0, rows - shown + 1)
      const room = Math.max(1, height - scroller.clientHeight)
      const first = Math.min(last, Math.round((top / room) * last))
      const drawn = []
      for (let i = 0; i < shown && first + i < rows; i += 1) {
        const offset = start + (first + i) * look.width
        const end = Math.min(size, offset + look.width)
        const bytes = new Uint8Array(end - offset)
        for (let at = offset; at < end; ) {
          const number = Math.floor(at / PAGE)
          const until = Math.min(end, (number + 1) * PAGE)
          bytes.set((await page(number)).subarray(at - number * PAGE, until - number * PAGE), at - offset)
          at = until
        }
        drawn.push(rowOf({ bytes, offset, top: top + i * ROW_PX }, look))
      }
      if (mine !== turn) return
      tall.replaceChildren(...drawn)
      summary.textContent = told.summary(size, start + first * look.width)
    }
    scroller.addEventListener('scroll', () => void draw(), { passive: true })
    addEventListener('resize', () => void draw())
    await draw()
  },
})
