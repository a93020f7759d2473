import type { DrawHeaderCallback } from '@glideapps/glide-data-grid'
import type { GridTheme } from './grid-theme.ts'
import type { GridColumn } from './types.ts'

const [GLYPH_PX, GAP_PX, PAD_PX, NOTE_FONT_PX, ARROW_PX] = [14, 5, 8, 11, 20]

type Line = { context: CanvasRenderingContext2D; text: string; x: number; y: number; width: number; isRight: boolean }
/** Draws a text, cut with an ellipsis if there is no space. */
export function drawLine({ context, text, x, y, width, isRight }: Line): void {
  let shown = text
  if (context.measureText(text).width > width) {
    let [low, high] = [0, text.length]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle
      else high = middle - 1
    }
    shown = low > 0 ? `${text.slice(0, low)}…` : ''
  }
  context.textAlign = isRight ? 'right' : 'left'
  context.fillText(shown, isRight ? x + width : x, y)
  context.textAlign = 'left'
}

/** The head of a column: type, title and order in the sort, and the unit below. */
export function headerDrawer(columns: readonly GridColumn[], { glide, colours }: GridTheme): DrawHeaderCallback {
  const family = glide.fontFamily ?? ''
  return ({ ctx, rect, columnIndex, theme, isSelected, spriteManager, column, isHovered, menuBounds }, draw) => {
    const own = columns.find(({ id }) => id === column.id)
    if (!own || columnIndex < 0) return draw()
    const { title, note, glyph, isRight = false, sort } = own
    if (isSelected) {
      // A whole column that is selected is tinted like its cells, so that its title stays legible.
      ctx.fillStyle = theme.bgHeaderHasFocus
      ctx.fillRect(rect.x + 1, rect.y, rect.width - 1, rect.height)
    }
    const hasMenu = column.hasMenu === true && isHovered
    const room = rect.width - 2 * PAD_PX - (glyph ? GLYPH_PX + GAP_PX : 0) - (sort || hasMenu ? ARROW_PX : 0)
    const [left, middle] = [rect.x + PAD_PX, note === undefined ? rect.y + rect.height / 2 : rect.y + 15]
    ctx.textBaseline = 'middle'
    ctx.font = `${theme.headerFontStyle} ${family}`
    const wide = Math.min(room, ctx.measureText(title).width)
    // The type icon is directly before the title, even if the title is right-aligned.
    const start = isRight ? left + room - wide : left
    if (glyph) spriteManager.drawSprite(glyph, 'normal', ctx, start, middle - GLYPH_PX / 2, GLYPH_PX, theme)
    ctx.fillStyle = isSelected || own.isFiltered ? theme.accentColor : theme.textHeader
    const x = start + (glyph ? GLYPH_PX + GAP_PX : 0)
    drawLine({ context: ctx, text: title, x, y: middle, width: Math.max(wide, 1), isRight: false })
    ctx.font = `${NOTE_FONT_PX}px ${family}`
    if (note) {
      ctx.fillStyle = colours.faint
      const width = rect.width - 2 * PAD_PX
      drawLine({ context: ctx, text: note, x: left, y: rect.y + 33, width, isRight })
    }
    const end = rect.x + rect.width - PAD_PX
    if (sort && !hasMenu) {
      ctx.fillStyle = theme.accentColor
      drawLine({
        context: ctx,
        text: `${sort.isDescending ? '↓' : '↑'}${sort.place}`,
        x: end - ARROW_PX,
        y: middle,
        width: ARROW_PX,
        isRight: true,
      })
    }
    if (hasMenu) drawChevron(ctx, menuBounds.x + menuBounds.width / 2, middle, theme.textMedium)
    ctx.textBaseline = 'alphabetic'
  }
}

function drawChevron(context: CanvasRenderingContext2D, x: number, y: number, colour: string) {
  context.beginPath()
  context.moveTo(x - 4, y - 2)
  context.lineTo(x, y + 2)
  context.lineTo(x + 4, y - 2)
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.stroke()
}
