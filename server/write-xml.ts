/** An element to be written; children that are null or false are left out. */
export type XmlElement = {
  name: string
  attributes: Record<string, string | undefined>
  children: XmlChild[]
}
export type XmlChild = XmlElement | string | null | false | undefined

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu
export const escapeXml = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (char) => NAMED[char] ?? char)

/** Describes an element; without attributes they may be left out. */
export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  ...children: XmlChild[]
): XmlElement => ({ name, attributes, children })

/** An element around these, or nothing without any: empty wrappers break schemas. */
export const wrapped = (name: string, children: readonly XmlElement[]): XmlElement | null =>
  children.length ? element(name, {}, ...children) : null

const startOf = ({ name, attributes }: XmlElement): string => {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${escapeXml(value)}"`,
  )
  return `<${name}${said.join('')}`
}

function put(child: XmlChild, into: string[]): void {
  if (!child) return
  if (typeof child === 'string') {
    const text = escapeXml(child)
    if (text) into.push(text)
    return
  }
  into.push(startOf(child))
  const end = into.push('>')
  for (const one of child.children) put(one, into)
  if (into.length === end) into[end - 1] = '/>'
  else into.push(`</${child.name}>`)
}

/** An element as text; without contents it is self-closing. Joined once, however deep it is. */
export function writeXml(child: XmlChild): string {
  const pieces: string[] = []
  put(child, pieces)
  return pieces.join('')
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/**
 * A document of many elements inside others, as a stream: each is written when it is requested, and none is kept. Other
 * contents of the enclosing elements come first.
 */
export function* xmlDocument(around: readonly XmlElement[], inside: Iterable<XmlElement>): Generator<string> {
  yield XML_HEAD + around.map((one) => `${startOf(one)}>${one.children.map(writeXml).join('')}`).join('')
  for (const one of inside) yield writeXml(one)
  yield around
    .toReversed()
    .map(({ name }) => `</${name}>`)
    .join('')
}
