import type { Element } from '#server/xml.ts'

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 has no place for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what it looks for
const STRIKING = /[&<>"\u0000-\u001f\ufffe\uffff]/

/** Escapes a text for XML; most texts need nothing. */
export const escaped = (text: string): string =>
  STRIKING.test(text) ? text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (char) => NAMED[char] ?? char) : text

const XML_SPACE = 'http://www.w3.org/XML/1998/namespace'

function attributesOf({ attributeList }: Element): string {
  return attributeList
    .map(({ space, name, value }, at) => {
      if (space === XML_SPACE) return ` xml:${name}="${escaped(value)}"`
      if (!space) return ` ${name}="${escaped(value)}"`
      return ` xmlns:a${at}="${escaped(space)}" a${at}:${name}="${escaped(value)}"`
    })
    .join('')
}

/** Writes an element with its namespace and content; our answers use the prefix D for `DAV:`. */
export function written(space: string, name: string, inside = '', attributeList = ''): string {
  const called = space === 'DAV:' ? `D:${name}` : name
  const start = `<${called}${space === 'DAV:' ? '' : ` xmlns="${escaped(space)}"`}${attributeList}`
  return inside ? `${start}>${inside}</${called}>` : `${start}/>`
}

/** Serialises a parsed element with its namespaces declared again. */
export const serialised = (element: Element): string =>
  written(
    element.space,
    element.name,
    element.content.map((part) => (typeof part === 'string' ? escaped(part) : serialised(part))).join(''),
    attributesOf(element),
  )
