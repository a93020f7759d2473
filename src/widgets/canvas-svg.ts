/** A shape of the drawing library, with coordinates relative to its own position in the picture. */
type Node = {
  nodeName: string
  childNodes: readonly Node[]
  parsedStyle: Record<string, unknown>
  attributes: Record<string, unknown>
  getWorldTransform: () => ArrayLike<number>
  isVisible: () => boolean
}
/** A picture of vectors in px; `parts` is the inside of its svg element. */
export type VectorPicture = { width: number; height: number; parts: string }

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
const COLOUR = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)/gi
const numberIn = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0)
const rounded = (value: unknown) => Math.round(numberIn(value) * 1000) / 1000

const BASELINES: Record<string, string> = {
  top: 'hanging',
  hanging: 'hanging',
  middle: 'central',
  bottom: 'text-after-edge',
}
const ANCHORS: Record<string, string> = { center: 'middle', end: 'end', right: 'end' }

/** Directions of gradients other than to the right, by the angle that the library writes. */
const WAYS: Record<string, string> = { '90': 'x2="0" y2="1"', '270': 'x2="0" y1="1"' }

/** The geometry of a shape as an element and its attributes; null for what only groups others. */
function geometryOf({ nodeName, parsedStyle, attributes }: Node): [string, Record<string, unknown>, string] | null {
  const own = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, rounded(parsedStyle[key])]))
  const points = () => {
    const list = (parsedStyle.points as { points?: number[][] } | undefined)?.points ?? []
    return { points: list.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(' ') }
  }
  if (nodeName === 'rect') {
    const { x, y, width, height } = own('x', 'y', 'width', 'height') as Record<'x' | 'y' | 'width' | 'height', number>
    const [radius = 0] = Array.isArray(parsedStyle.radius) ? (parsedStyle.radius as number[]) : [0]
    const left = Math.min(x, x + width)
    const top = Math.min(y, y + height)
    return ['rect', { x: left, y: top, width: Math.abs(width), height: Math.abs(height), rx: rounded(radius) }, '']
  }
  if (nodeName === 'circle') return ['circle', own('cx', 'cy', 'r'), '']
  if (nodeName === 'ellipse') return ['ellipse', own('cx', 'cy', 'rx', 'ry'), '']
  if (nodeName === 'line') return ['line', own('x1', 'y1', 'x2', 'y2'), '']
  if (nodeName === 'polyline' || nodeName === 'polygon') return [nodeName, points(), '']
  if (nodeName === 'path') {
    const { absolutePath = [] } = (parsedStyle.d ?? {}) as { absolutePath?: (string | number)[][] }
    const d = absolutePath.map(([letter, ...rest]) => `${letter}${rest.map(rounded).join(' ')}`).join('')
    return ['path', { d }, '']
  }
  if (nodeName !== 'text') return null
  const { fontSize, fontFamily, fontWeight, textAlign, textBaseline, text } = attributes
  const font = { 'font-size': rounded(fontSize ?? 12), 'font-family': fontFamily, 'font-weight': fontWeight }
  const place = { 'text-anchor': ANCHORS[String(textAlign)], 'dominant-baseline': BASELINES[String(textBaseline)] }
  return ['text', { ...own('x', 'y'), ...font, ...place }, escaped(String(text ?? ''))]
}

/** The colours of a shape; a gradient is written as one of the same colours. */
function paintOf({ attributes }: Node, defs: string[]): Record<string, unknown> {
  const { fill, stroke, lineWidth, lineDash, opacity, fillOpacity, strokeOpacity } = attributes
  const colourOf = (value: unknown) => {
    const text = typeof value === 'string' ? value : 'none'
    const colours = text.match(COLOUR) ?? []
    if (colours.length < 2) return text === '' ? 'none' : text
    const id = `gradient-${defs.length}`
    const [, angle = ''] = /^l\((\d+)\)/.exec(text) ?? []
    const way = WAYS[angle] ?? ''
    const stops = colours.map((one, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${one}"/>`).join('')
    defs.push(`<linearGradient id="${id}" ${way}>${stops}</linearGradient>`)
    return `url(#${id})`
  }
  const dash = Array.isArray(lineDash) && lineDash.some((one) => Number(one) > 0) ? lineDash.join(' ') : undefined
  const isDrawn = stroke !== undefined && numberIn(lineWidth ?? 1) > 0
  return {
    fill: colourOf(fill),
    stroke: isDrawn ? colourOf(stroke) : undefined,
    'stroke-width': isDrawn ? rounded(lineWidth ?? 1) : undefined,
    'stroke-dasharray': dash,
    opacity,
    'fill-opacity': fillOpacity,
    'stroke-opacity': strokeOpacity,
  }
}

const written = (attributes: Record<string, unknown>) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

function elementsOf(node: Node, defs: string[]): string {
  if (!node.isVisible()) return ''
  const inside = node.childNodes.map((child) => elementsOf(child, defs)).join('')
  const geometry = geometryOf(node)
  if (!geometry) return inside
  const [name, shape, text] = geometry
  const m = node.getWorldTransform()
  const matrix = [m[0], m[1], m[4], m[5], m[12], m[13]].map(rounded)
  const isMoved = matrix.join() !== '1,0,0,1,0,0'
  const transform = isMoved ? ` transform="matrix(${matrix.join(' ')})"` : ''
  return `<${name}${written({ ...shape, ...paintOf(node, defs) })}${transform}>${text}</${name}>${inside}`
}

/** The library's canvas drawing as vectors. */
export function vectorsOf(root: unknown, { width, height }: { width: number; height: number }): VectorPicture {
  const defs: string[] = []
  const parts = elementsOf(root as Node, defs)
  return { width, height, parts: defs.length ? `<defs>${defs.join('')}</defs>${parts}` : parts }
}
