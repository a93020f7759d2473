import type { CustomCell, CustomRenderer, DrawArgs, Rectangle } from '@glideapps/glide-data-grid'
import { GridCellKind } from '@glideapps/glide-data-grid'
import { drawLine } from './draw-header.ts'
import { fittingNumber } from './fitting-number.ts'
import type { GridTheme } from './grid-theme.ts'
import type { CellView, Tone } from './types.ts'

type ViewCell = CustomCell<CellView>
type Pen = {
  context: CanvasRenderingContext2D
  theme: GridTheme
  rect: Rectangle
  ink: string
  faint: string
  /** The picture of an address, or undefined until it has loaded; the cell is redrawn then. */
  pictureAt: (address: string) => HTMLImageElement | ImageBitmap | undefined
}
const [PAD_PX, GAP_PX, PILL_PX, PILL_PAD_PX, PILL_FONT_PX, FACE_PX, CORNER_PX, PICTURE_PX] = [
  8, 5, 20, 7, 12, 20, 7, 22,
]

const middleOf = ({ y, height }: Rectangle) => y + height / 2
const familyOf = ({ theme }: Pen) => theme.glide.fontFamily ?? ''

/** Draws items one after another while there is space, then the number of the remaining ones. */
function drawRow<T>(pen: Pen, all: readonly T[], width: (one: T) => number, draw: (one: T, x: number) => void) {
  const { context, rect, faint } = pen
  const end = rect.x + rect.width - PAD_PX
  let x = rect.x + PAD_PX
  for (const [i, one] of all.entries()) {
    const wide = width(one)
    if (i > 0 && x + wide > end) {
      context.fillStyle = faint
      context.fillText(`+${all.length - i}`, x, middleOf(rect))
      return
    }
    draw(one, x)
    x += wide + GAP_PX
  }
}

function drawPill(pen: Pen, text: string, tone: Tone, x: number, width: number) {
  const { context, rect, theme } = pen
  const top = middleOf(rect) - PILL_PX / 2
  context.beginPath()
  context.roundRect(x, top, width, PILL_PX, PILL_PX / 2)
  context.fillStyle = theme.colours.tints[tone] ?? ''
  context.fill()
  context.fillStyle = theme.colours.tones[tone] ?? ''
  drawLine({ context, text, x: x + PILL_PAD_PX, y: middleOf(rect), width: width - 2 * PILL_PAD_PX, isRight: false })
}

function drawPills(pen: Pen, pills: readonly { text: string; tone: Tone }[]) {
  const { context, rect } = pen
  context.font = `${PILL_FONT_PX}px ${familyOf(pen)}`
  const most = rect.width - 2 * PAD_PX
  const width = ({ text }: { text: string }) => Math.min(most, context.measureText(text).width + 2 * PILL_PAD_PX)
  drawRow(pen, pills, width, (pill, x) => drawPill(pen, pill.text, pill.tone, x, width(pill)))
}

function drawPeople(pen: Pen, people: readonly { name: string; tone: Tone }[]) {
  const { context, rect, theme, ink } = pen
  const most = rect.width - 2 * PAD_PX
  const width = ({ name }: { name: string }) => {
    context.font = `${PILL_FONT_PX}px ${familyOf(pen)}`
    return Math.min(most, FACE_PX + GAP_PX + context.measureText(name).width)
  }
  drawRow(pen, people, width, (person, x) => {
    const [y, wide] = [middleOf(rect), width(person)]
    context.beginPath()
    context.arc(x + FACE_PX / 2, y, FACE_PX / 2, 0, 2 * Math.PI)
    context.fillStyle = theme.colours.tints[person.tone] ?? ''
    context.fill()
    context.font = `600 10px ${familyOf(pen)}`
    context.fillStyle = theme.colours.tones[person.tone] ?? ''
    context.textAlign = 'center'
    context.fillText(Array.from(person.name)[0] ?? '', x + FACE_PX / 2, y)
    context.textAlign = 'left'
    context.font = `${PILL_FONT_PX}px ${familyOf(pen)}`
    context.fillStyle = ink
    const from = FACE_PX + GAP_PX
    drawLine({ context, text: person.name, x: x + from, y, width: wide - from, isRight: false })
  })
}

/** A sheet of paper with a folded corner. */
function drawSheet({ context, rect, faint }: Pen, x: number) {
  const y = middleOf(rect)
  context.beginPath()
  context.moveTo(x + 1, y - 6.5)
  context.lineTo(x + 7, y - 6.5)
  context.lineTo(x + 10.5, y - 3)
  context.lineTo(x + 10.5, y + 6.5)
  context.lineTo(x + 1, y + 6.5)
  context.closePath()
  context.strokeStyle = faint
  context.lineWidth = 1.2
  context.stroke()
}

/** The middle of a picture, in a square with round corners. */
function drawPicture(
  { context, rect }: Pen,
  picture: CanvasImageSource & { width: number; height: number },
  x: number,
) {
  const side = Math.min(picture.width, picture.height)
  const [left, top, y] = [(picture.width - side) / 2, (picture.height - side) / 2, middleOf(rect) - PICTURE_PX / 2]
  context.save()
  context.beginPath()
  context.roundRect(x, y, PICTURE_PX, PICTURE_PX, 4)
  context.clip()
  context.drawImage(picture, left, top, side, side, x, y, PICTURE_PX, PICTURE_PX)
  context.restore()
}

/** The picture of each file, or a sheet of paper until it is there, and the name. */
function drawFiles(pen: Pen, files: Extract<CellView, { kind: 'files' }>['files']) {
  const { context, rect, ink } = pen
  context.font = `${PILL_FONT_PX}px ${familyOf(pen)}`
  const most = rect.width - 2 * PAD_PX
  const iconOf = ({ picture }: { picture?: string | undefined }) => (picture ? PICTURE_PX : 14) + GAP_PX
  const width = (file: (typeof files)[number]) => Math.min(most, iconOf(file) + context.measureText(file.name).width)
  drawRow(pen, files, width, (file, x) => {
    const image = file.picture ? pen.pictureAt(file.picture) : undefined
    if (image && image.width > 0) drawPicture(pen, image, x)
    else drawSheet(pen, x)
    context.fillStyle = ink
    const from = iconOf(file)
    drawLine({ context, text: file.name, x: x + from, y: middleOf(rect), width: width(file) - from, isRight: false })
  })
}

function drawBox({ context, rect, theme, faint }: Pen, value: boolean | null) {
  if (value === null) return
  const [x, y, side] = [rect.x + rect.width / 2 - 7, middleOf(rect) - 7, 14]
  context.beginPath()
  context.roundRect(x, y, side, side, 4)
  if (!value) {
    context.strokeStyle = faint
    context.lineWidth = 1
    context.stroke()
    return
  }
  context.fillStyle = theme.glide.accentColor ?? ''
  context.fill()
  context.beginPath()
  context.moveTo(x + 3.5, y + 7.2)
  context.lineTo(x + 6, y + 9.8)
  context.lineTo(x + 10.5, y + 4.4)
  context.strokeStyle = theme.colours.onPrimary
  context.lineWidth = 1.6
  context.stroke()
}

/** A corner that says that something is wrong here (above), or that there is more of it (below); the cell says what. */
function drawCorner({ context, rect }: Pen, side: 'top' | 'bottom', colour: string) {
  const right = rect.x + rect.width
  const [edge, inner] =
    side === 'top' ? [rect.y, rect.y + CORNER_PX] : [rect.y + rect.height - 1, rect.y + rect.height - 1 - CORNER_PX]
  context.beginPath()
  context.moveTo(right - CORNER_PX, edge)
  context.lineTo(right, edge)
  context.lineTo(right, inner)
  context.fillStyle = colour
  context.fill()
}

const advances = new Map<string, number>()
/** The width of a character; all digits have the width of a zero, so that they line up. */
function advanceOf(context: CanvasRenderingContext2D, character: string): number {
  const shape = character >= '0' && character <= '9' ? '0' : character
  const key = context.font + shape
  const known = advances.get(key) ?? context.measureText(shape).width
  advances.set(key, known)
  return known
}

/** Draws a number right-aligned; one that is too wide is rounded, or cut with an ellipsis if its whole part is. */
function drawFigures(pen: Pen, full: string, width: number) {
  const { context, rect } = pen
  const widthOf = (figures: string) => Array.from(figures).reduce((sum, one) => sum + advanceOf(context, one), 0)
  const text = fittingNumber(full, (shorter) => widthOf(shorter) <= width)
  const characters = Array.from(text)
  const total = widthOf(text)
  if (total > width) return drawLine({ context, text, x: rect.x + PAD_PX, y: middleOf(rect), width, isRight: true })
  let x = rect.x + rect.width - PAD_PX - total
  context.textAlign = 'center'
  for (const one of characters) {
    const advance = advanceOf(context, one)
    context.fillText(one, x + advance / 2, middleOf(rect))
    x += advance
  }
  context.textAlign = 'left'
}

/** Draws a cell of a group heading; the first one has a marker that shows whether the group is open. */
function drawHeading(
  pen: Pen,
  { text, shown = text, end = '', isOpen, isRight = false }: Extract<CellView, { kind: 'heading' }>,
) {
  const { context, rect, theme, faint } = pen
  context.fillStyle = theme.glide.bgHeader ?? ''
  context.fillRect(rect.x, rect.y, rect.width, rect.height)
  const from = isOpen === null ? 0 : 16
  if (isOpen !== null) {
    const [x, y] = [rect.x + PAD_PX + 4, middleOf(rect)]
    context.beginPath()
    context.moveTo(...((isOpen ? [x - 4, y - 2] : [x - 2, y - 4]) as [number, number]))
    context.lineTo(...((isOpen ? [x, y + 2] : [x + 2, y]) as [number, number]))
    context.lineTo(...((isOpen ? [x + 4, y - 2] : [x - 2, y + 4]) as [number, number]))
    context.strokeStyle = faint
    context.lineWidth = 1.6
    context.stroke()
  }
  context.font = `13px ${familyOf(pen)}`
  const wide = end ? context.measureText(end).width : 0
  context.fillStyle = faint
  drawLine({
    context,
    text: end,
    x: rect.x + rect.width - PAD_PX - wide,
    y: middleOf(rect),
    width: wide,
    isRight: true,
  })
  context.font = `600 13px ${familyOf(pen)}`
  context.fillStyle = pen.ink
  const width = rect.width - 2 * PAD_PX - from - (end ? wide + GAP_PX : 0)
  drawLine({ context, text: shown, x: rect.x + PAD_PX + from, y: middleOf(rect), width, isRight })
}

function drawView(pen: Pen, view: CellView) {
  const { context, rect, theme } = pen
  if (view.kind === 'error') {
    context.fillStyle = theme.colours.dangerTint
    context.fillRect(rect.x, rect.y, rect.width - 1, rect.height - 1)
  }
  if (view.kind === 'heading') drawHeading(pen, view)
  else if (view.kind === 'pills') drawPills(pen, view.pills)
  else if (view.kind === 'people') drawPeople(pen, view.people)
  else if (view.kind === 'files') drawFiles(pen, view.files)
  else if (view.kind === 'boolean') drawBox(pen, view.value)
  else {
    const [line = ''] = (view.shown ?? view.text).split('\n', 1)
    context.fillStyle = view.kind === 'error' ? theme.colours.danger : pen.ink
    const width = rect.width - 2 * PAD_PX
    if (view.kind === 'number') drawFigures(pen, line, width)
    else drawLine({ context, text: line, x: rect.x + PAD_PX, y: middleOf(rect), width, isRight: false })
  }
  if (view.problem) drawCorner(pen, 'top', theme.colours.danger)
  if (view.note) drawCorner(pen, 'bottom', theme.colours.primary)
}

const wide = (context: CanvasRenderingContext2D, { data }: ViewCell) => {
  const extra = data.kind === 'pills' ? data.pills.length * 2 * PILL_PAD_PX : data.kind === 'people' ? 25 : 19
  return context.measureText(data.shown ?? data.text).width + 2 * PAD_PX + (data.kind === 'number' ? 0 : extra)
}

/** Draws all cells but plain texts. */
export const cellRenderer = (theme: GridTheme): CustomRenderer<ViewCell> => ({
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is ViewCell => 'kind' in cell.data,
  measure: (context, cell) => Math.ceil(wide(context, cell)),
  draw: ({
    ctx,
    rect,
    cell,
    col,
    row,
    imageLoader,
    theme: { textDark, textLight, baseFontFull },
  }: DrawArgs<ViewCell>) => {
    const pictureAt = (address: string) => imageLoader.loadOrGetImage(address, col, row)
    const pen = { context: ctx, theme, rect, ink: textDark, faint: textLight, pictureAt }
    const { font, textBaseline } = ctx
    ctx.font = baseFontFull
    ctx.textBaseline = 'middle'
    drawView(pen, cell.data)
    // Plain texts of the same column are drawn by glide with what it had set.
    ctx.font = font
    ctx.textBaseline = textBaseline
    return true
  },
})
