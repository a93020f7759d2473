import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

export type Element = {
  space: string
  name: string
  attributes: Record<string, string>
  /** Attributes with their namespaces, without namespace declarations. */
  attributeList: { space: string; name: string; value: string }[]
  children: Element[]
  text: string
  /** Child elements and texts in document order. */
  content: (Element | string)[]
}

/** Most nested elements. */
const DEPTH_MAX = 50
/** Most elements and attributes together: enough for some thousands of files of a drive. */
const NODES_MAX = 100_000
/** Most attributes of one element: the parser handles them together. */
const ATTRIBUTES_MAX = 1000
/** Characters that are parsed before other work may run. */
const PIECE = 32_768

/** Stops the parser at once: parsing the rest of a piece would cost as much as all before it. */
class Malformed extends Error {}

/**
 * Parses an XML text into a tree; names are resolved to namespaces, since prefixes vary. Null for XML that is
 * malformed, too large or has a DTD.
 */
export async function parseXml(source: string): Promise<Element | null> {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: Element | null = null
  let [nodes, attributes] = [0, 0]
  const refuse = () => {
    throw new Malformed()
  }
  const count = () => {
    nodes += 1
    if (nodes > NODES_MAX) refuse()
  }
  const hear = (text: string) => {
    const last = open.at(-1)
    if (!last) return
    last.text += text
    last.content.push(text)
  }
  parser.on('error', refuse)
  // A document type could declare entities and external files: it is refused.
  parser.on('doctype', refuse)
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('attribute', () => {
    count()
    attributes += 1
    if (attributes > ATTRIBUTES_MAX) refuse()
  })
  parser.on('opentag', ({ uri, local, attributes: all }) => {
    count()
    attributes = 0
    const values = Object.values(all).map(({ name, value }) => [name, value] as const)
    const attributeList = Object.values(all)
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map((attribute) => ({ space: attribute.uri, name: attribute.local, value: attribute.value }))
    const bare = { children: [], text: '', content: [] }
    const element: Element = { space: uri, name: local, attributes: Object.fromEntries(values), attributeList, ...bare }
    open.at(-1)?.children.push(element)
    open.at(-1)?.content.push(element)
    root ??= element
    if (open.push(element) > DEPTH_MAX) refuse()
  })
  parser.on('closetag', () => void open.pop())
  try {
    for (let at = 0; at < source.length; at += PIECE) {
      if (at) await yieldToOthers()
      parser.write(source.slice(at, at + PIECE))
    }
    parser.close()
    return root
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

export const childOf = (parent: Element | undefined, name: string): Element | undefined =>
  parent?.children.find((child) => child.name === name)
