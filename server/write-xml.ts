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

/** An element around these, or nothing when there are none: empty wrappers break schemas. */
export const wrapped = (name: string, children: readonly XmlElement[]): XmlElement | null =>
  children.length ? element(name, {}, ...children) : null

export function writeXml(child: XmlChild): string {
  if (!child) return ''
  if (typeof child === 'string') return escapeXml(child)
  const { name, attributes, children } = child
  const said = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`)
  const inside = children.map(writeXml).join('')
  return inside ? `<${name}${said.join('')}>${inside}</${name}>` : `<${name}${said.join('')}/>`
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
