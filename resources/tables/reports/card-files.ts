import { cellText } from '#contract/cells.ts'
import type { ChartAnswer } from '#contract/charts/answer.ts'

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

/** The canvases of an element as one picture with a title; null when it has none. */
export async function pictureOf(element: Element, title: string): Promise<Blob | null> {
  const canvases = [...element.querySelectorAll('canvas')]
  if (!canvases.length) return null
  const boxes = canvases.map((canvas) => canvas.getBoundingClientRect())
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const width = Math.max(...boxes.map((box) => box.right)) - left
  const height = Math.max(...boxes.map((box) => box.bottom)) - top
  const sheet = document.createElement('canvas')
  sheet.width = (width + 2 * PADDING_PX) * SCALE
  sheet.height = (height + TITLE_PX + 2 * PADDING_PX) * SCALE
  const context = sheet.getContext('2d')
  if (!context) return null
  const style = getComputedStyle(element)
  context.scale(SCALE, SCALE)
  context.fillStyle = style.backgroundColor
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.fillStyle = style.color
  context.font = `600 15px ${style.fontFamily}`
  context.fillText(title, PADDING_PX, PADDING_PX + 15, width)
  for (const [at, canvas] of canvases.entries()) {
    const box = boxes[at]
    if (box)
      context.drawImage(
        canvas,
        PADDING_PX + box.left - left,
        TITLE_PX + PADDING_PX + box.top - top,
        box.width,
        box.height,
      )
  }
  return new Promise((resolve) => sheet.toBlob(resolve, 'image/png'))
}
