import { PDFDocument } from '@napi-rs/canvas'
import { type Context, font } from '../draw/canvas.ts'

/** A4 in points. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 64]
type Block =
  | { heading: string }
  | { text: string }
  /** `paint` draws in a box that begins at this place, as wide as the page between its margins. */
  | {
      height: number
      paint: (ctx: Context, box: { left: number; top: number; width: number; height: number }) => void
      caption: string
    }

function wrapped(ctx: Context, text: string, width: number): string[] {
  const made: string[] = ['']
  for (const word of text.split(' ')) {
    const longer = made.at(-1) ? `${made.at(-1)} ${word}` : word
    if (ctx.measureText(longer).width <= width) made[made.length - 1] = longer
    else made.push(word)
  }
  return made
}

/** A document in Latin letters, on as many pages as it needs, with title, authors and page numbers. */
export function pdf({ title, authors, blocks }: { title: string; authors: string; blocks: readonly Block[] }): Buffer {
  const document = new PDFDocument({ title, author: authors })
  let page = 0
  let y = 0
  let ctx: Context | undefined
  const begin = (): Context => {
    if (ctx) document.endPage()
    page += 1
    ctx = document.beginPage(WIDTH, HEIGHT) as Context
    ctx.fillStyle = '#6b7a77'
    ctx.font = font(8)
    ctx.fillText(title, MARGIN, 40)
    ctx.textAlign = 'right'
    ctx.fillText(String(page), WIDTH - MARGIN, HEIGHT - 36)
    ctx.textAlign = 'left'
    y = MARGIN + 10
    return ctx
  }
  const write = (text: string, size: number, { weight = 400, colour = '#1d2b29', after = 8 } = {}) => {
    let on = ctx ?? begin()
    on.font = font(size, weight)
    for (const line of wrapped(on, text, WIDTH - 2 * MARGIN)) {
      if (y + size * 1.5 > HEIGHT - MARGIN) on = begin()
      on.font = font(size, weight)
      on.fillStyle = colour
      y += size * 1.5
      on.fillText(line, MARGIN, y)
    }
    y += after
  }
  write(title, 20, { weight: 600, colour: '#0f4f4a', after: 4 })
  write(authors, 10, { colour: '#6b7a77', after: 16 })
  for (const block of blocks) {
    if ('heading' in block) write(block.heading, 13, { weight: 600, colour: '#0f766e', after: 2 })
    else if ('text' in block) write(block.text, 10)
    else {
      const on = y + block.height + 40 > HEIGHT - MARGIN ? begin() : (ctx ?? begin())
      block.paint(on, { left: MARGIN, top: y + 6, width: WIDTH - 2 * MARGIN, height: block.height })
      y += block.height + 6
      write(block.caption, 8.5, { colour: '#55625f', after: 12 })
    }
  }
  document.endPage()
  return document.close()
}
