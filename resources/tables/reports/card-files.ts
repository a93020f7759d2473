import { cellText } from '#contract/cells.ts'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { pictureIn } from '../../../src/widgets/Chart.tsx'

/** Pixels of a picture for one on the screen. */
const SCALE = 2
const [TITLE_PX, PADDING_PX] = [32, 16]

/** Saves bytes on the machine of the reader. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  URL.revokeObjectURL(link.href)
}

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** A text that a spreadsheet would take for a formula is kept from being one. */
const safe = (text: string) => (/^[=@\t\r]|^[+-](?![\d.]+(e[+-]?\d+)?$)/i.test(text) ? `'${text}` : text)

/** What a chart draws, as CSV with a byte order mark, by which spreadsheets know UTF-8. */
export function csvOf({ columns, rows, names }: ChartAnswer): string {
  const heads = columns.map(({ name, statistic, role, binding }) =>
    role === 'measure'
      ? [name, binding.aggregate, statistic === 'value' ? '' : statistic].filter(Boolean).join(' ')
      : name,
  )
  const lines = rows.map(({ cells, rest }) =>
    cells.map((cell, at) => {
      if (rest[at]) return '*'
      return safe(typeof cell === 'string' ? (names[cell] ?? cell) : cellText(cell))
    }),
  )
  return `\uFEFF${[heads.map(safe), ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** A drawing on the page: its vectors, or nothing. */
function vectorsIn(place: Element): string {
  if (!(place instanceof SVGElement)) return pictureIn(place)?.parts ?? ''
  const copy = place.cloneNode(true) as SVGElement
  for (const part of copy.querySelectorAll('[data-at], [data-row]')) {
    part.removeAttribute('data-at')
    part.removeAttribute('data-row')
  }
  return copy.innerHTML
}

/** The drawings of an element as one picture of vectors with a title; null when it has none, or one is still being drawn. */
export function svgOf(element: Element, title: string): string | null {
  const places = [...element.querySelectorAll('.chart-place, .chart-scene > svg')]
  const boxes = places.map((place) => place.getBoundingClientRect())
  if (!places.length || places.some((place) => place.matches('.skeleton'))) return null
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const width = Math.max(...boxes.map((box) => box.right)) - left + 2 * PADDING_PX
  const height = Math.max(...boxes.map((box) => box.bottom)) - top + TITLE_PX + 2 * PADDING_PX
  const { backgroundColor, color, fontFamily } = getComputedStyle(element)
  const family = fontFamily.replaceAll('"', "'")
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text')
  text.textContent = title
  const parts = places.map((place, at) => {
    const { left: x = 0, top: y = 0 } = boxes[at] ?? {}
    const inside = vectorsIn(place).replaceAll('gradient-', `g${at}-`)
    return `<g transform="translate(${PADDING_PX + x - left} ${PADDING_PX + TITLE_PX + y - top})">${inside}</g>`
  })
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${family}">`,
    `<rect width="100%" height="100%" fill="${backgroundColor}"/>`,
    `<text x="${PADDING_PX}" y="${PADDING_PX + 15}" font-size="15" font-weight="600" fill="${color}">${text.innerHTML}</text>`,
    ...parts,
    '</svg>',
  ].join('')
}

/** The same as a picture of pixels. */
export async function pngOf(element: Element, title: string): Promise<Blob | null> {
  const svg = svgOf(element, title)
  if (svg === null) return null
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const sheet = document.createElement('canvas')
    sheet.width = image.width * SCALE
    sheet.height = image.height * SCALE
    sheet.getContext('2d')?.drawImage(image, 0, 0, sheet.width, sheet.height)
    return await new Promise((resolve) => sheet.toBlob(resolve, 'image/png'))
  } finally {
    URL.revokeObjectURL(address)
  }
}
