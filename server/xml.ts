import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

export type Element = {
  space: string
  name: string
  attributes: Record<string, string>
  /** The same with their namespaces; declarations of namespaces are none. */
  attributeList: { space: string; name: string; value: string }[]
  children: Element[]
  text: string
  /** Elements and texts as they stand beside one another. */
  content: (Element | string)[]
}

/** Elements inside one another that are read. */
const DEPTH_MAX = 50
/** Elements and attributes together that are read: some thousands of files of a drive. */
const NODES_MAX = 100_000
/** Attributes of one element that are read: they are looked at together. */
const ATTRIBUTES_MAX = 1000
/** Characters that are read before other work runs. */
const PIECE = 32_768

/** Ends the reading where it stands: what follows in a piece would cost as much as all before it. */
class Malformed extends Error {}

/**
 * A tree of an XML text; names come with their namespace, for prefixes differ. Null for anything malformed, too large or
 * with a DTD.
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
  // A document type could name entities and files: none is wanted here.
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
