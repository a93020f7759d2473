import { pictureIn } from './Chart.tsx'

/** A part of the page as vectors, in px; `parts` is the inside of an svg element of this size. */
export type PagePicture = { width: number; height: number; parts: string }

/** Controls, which are left out of pictures. */
const CONTROLS = '.ant-btn, .chart-as-table, .chart-beside, .react-resizable-handle, script, style, noscript'
const NONE = 'rgba(0, 0, 0, 0)'
/** Properties of an svg that may come from a style sheet, which a picture does not have. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'vector-effect',
] as const

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
const px = (value: number) => Math.round(value * 100) / 100
const attributes = (given: Readonly<Record<string, string | number>>) =>
  Object.entries(given)
    .map(([name, value]) => ` ${name}="${escaped(String(typeof value === 'number' ? px(value) : value))}"`)
    .join('')
const tag = (name: string, given: Readonly<Record<string, string | number>>, inside = '') =>
  `<${name}${attributes(given)}>${inside}</${name}>`

const board = document.createElement('canvas').getContext('2d')
/** How far the baseline of a font is below the top of its line box, in px. */
function ascentOf({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): number {
  if (!board) return Number.parseFloat(fontSize)
  board.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  return board.measureText('x').fontBoundingBoxAscent
}

type Line = { text: string; box: DOMRect }
/** The lines of a text as the browser broke them. */
function linesOf(node: Text): Line[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
  const [first] = boxes
  if (!first) return []
  if (boxes.length === 1) return [{ text: node.data, box: first }]
  const lines: Line[] = []
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(node.data)) {
    range.setStart(node, index)
    range.setEnd(node, index + segment.length)
    const box = range.getClientRects()[0]
    if (!box) continue
    const last = lines.at(-1)
    if (last && Math.abs(last.box.top - box.top) < 2) last.text += segment
    else if (segment.trim()) lines.push({ text: segment, box })
  }
  return lines
}

/** An image of the page as bytes within the picture; nothing when the browser may not read it. */
function pixelsOf(image: HTMLImageElement | HTMLCanvasElement): string {
  if (image instanceof HTMLCanvasElement) return image.toDataURL()
  const sheet = document.createElement('canvas')
  sheet.width = image.naturalWidth
  sheet.height = image.naturalHeight
  sheet.getContext('2d')?.drawImage(image, 0, 0)
  return image.naturalWidth ? sheet.toDataURL() : ''
}

/** An svg with the styles that it has on the page. */
function svgParts(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const own = svg.querySelectorAll('*')
  for (const [at, part] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(own[at] ?? svg)
    for (const name of STYLES) {
      const value = style.getPropertyValue(name)
      if (value && value !== 'none' && value !== 'normal') part.setAttribute(name, value)
    }
    if (style.fill === 'none') part.setAttribute('fill', 'none')
    for (const name of ['class', 'style', 'data-at', 'data-row']) part.removeAttribute(name)
  }
  return copy.innerHTML
}

/** Draws a part of the page with everything in it except controls. */
export function pictureOfPage(root: HTMLElement): PagePicture {
  const frame = root.getBoundingClientRect()
  let ids = 0

  const placed = ({ left, top, width, height }: DOMRect) => ({
    x: left - frame.left,
    y: top - frame.top,
    width,
    height,
  })

  function boxParts(box: DOMRect, style: CSSStyleDeclaration): string {
    const { x, y, width, height } = placed(box)
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, height / 2)
    const fill = style.backgroundColor
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
      wide: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]),
      stroke: style[`border${side}Color`],
    }))
    const [top, right, bottom, left] = sides
    const isFrame = sides.every(({ wide, stroke }) => wide > 0 && wide === top?.wide && stroke === top.stroke)
    const parts = fill === NONE ? '' : tag('rect', { x, y, width, height, rx: radius, fill })
    if (isFrame && top) {
      const half = top.wide / 2
      const inner = { x: x + half, y: y + half, width: width - top.wide, height: height - top.wide }
      return parts + tag('rect', { ...inner, rx: radius, fill: 'none', stroke: top.stroke, 'stroke-width': top.wide })
    }
    const line = (side: typeof top, at: { x: number; y: number; width: number; height: number }) =>
      side && side.wide > 0 && side.stroke !== NONE ? tag('rect', { ...at, fill: side.stroke }) : ''
    return [
      parts,
      line(top, { x, y, width, height: top?.wide ?? 0 }),
      line(right, { x: x + width - (right?.wide ?? 0), y, width: right?.wide ?? 0, height }),
      line(bottom, { x, y: y + height - (bottom?.wide ?? 0), width, height: bottom?.wide ?? 0 }),
      line(left, { x, y, width: left?.wide ?? 0, height }),
    ].join('')
  }

  function textParts(text: string, box: DOMRect, style: CSSStyleDeclaration): string {
    const { x, y } = placed(box)
    const font = { 'font-size': style.fontSize, 'font-weight': style.fontWeight, 'font-style': style.fontStyle }
    const line: Record<string, string> =
      style.textDecorationLine === 'none' ? {} : { 'text-decoration': style.textDecorationLine }
    const family = style.fontFamily.replaceAll('"', "'")
    const place = { x, y: y + ascentOf(style), fill: style.color, 'font-family': family, ...font, ...line }
    return tag('text', place, escaped(text.replace(/\s+/g, ' ').trimEnd()))
  }

  /** The parts of an element itself, in addition to its box. */
  function ownParts(element: Element, box: DOMRect): string | null {
    const { x, y, width, height } = placed(box)
    const image = (href: string) => (href ? tag('image', { x, y, width, height, href }) : '')
    if (element instanceof SVGSVGElement) {
      const view = element.getAttribute('viewBox') ?? `0 0 ${width} ${height}`
      const fit = element.getAttribute('preserveAspectRatio') ?? 'xMidYMid meet'
      const { fill, color, fontFamily } = getComputedStyle(element)
      const look = { fill, color, 'font-family': fontFamily.replaceAll('"', "'") }
      return tag('svg', { x, y, width, height, viewBox: view, preserveAspectRatio: fit, ...look }, svgParts(element))
    }
    if (element.matches('.chart-place')) {
      const inside = pictureIn(element)?.parts.replaceAll('gradient-', `g${(ids += 1)}-`) ?? ''
      return tag('g', { transform: `translate(${px(x)} ${px(y)})` }, inside)
    }
    if (element instanceof HTMLImageElement || element instanceof HTMLCanvasElement) return image(pixelsOf(element))
    return null
  }

  function partsOf(element: Element): string {
    if (element.matches(CONTROLS)) return ''
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return ''
    // Nothing of what is for screen readers alone.
    if (style.position === 'absolute' && box.width <= 1 && box.height <= 1) return ''
    const inside = ownParts(element, box) ?? insideOf(element, style)
    const around = style.display === 'contents' ? '' : boxParts(box, style)
    const shown = style.overflowX === 'visible' ? inside : clipped(inside, box)
    const parts = around + shown
    return style.opacity === '1' || !parts ? parts : tag('g', { opacity: style.opacity }, parts)
  }

  function insideOf(element: Element, style: CSSStyleDeclaration): string {
    if (element instanceof HTMLInputElement) {
      const text = element.value || element.placeholder
      return text ? textParts(text, innerBox(element, style), style) : ''
    }
    return [...element.childNodes]
      .map((node) => {
        if (node instanceof Element) return partsOf(node)
        return node instanceof Text
          ? linesOf(node)
              .map(({ text, box }) => textParts(text, box, style))
              .join('')
          : ''
      })
      .join('')
  }

  /** Content that overflows a box with hidden overflow is clipped. */
  function clipped(inside: string, box: DOMRect): string {
    if (!inside) return ''
    const id = `clip-${(ids += 1)}`
    return `${tag('clipPath', { id }, tag('rect', placed(box)))}${tag('g', { 'clip-path': `url(#${id})` }, inside)}`
  }

  const parts = partsOf(root)
  return { width: Math.ceil(frame.width), height: Math.ceil(frame.height), parts }
}

/** The box of the text in a field. */
function innerBox(element: HTMLInputElement, style: CSSStyleDeclaration): DOMRect {
  const { left, top, height, width } = element.getBoundingClientRect()
  const line = Number.parseFloat(style.fontSize) * 1.2
  return new DOMRect(left + Number.parseFloat(style.paddingLeft), top + (height - line) / 2, width, line)
}
