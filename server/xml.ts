import { setImmediate as turn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

export type Element = {
  space: string
  name: string
  attributes: Record<string, string>
  /** The same with their namespaces; declarations of namespaces are none. */
  marks: { space: string; name: string; value: string }[]
  children: Element[]
  text: string
  /** Elements and texts as they stand beside one another. */
  content: (Element | string)[]
}

/** Elements inside one another that are read. */
const DEPTH_MAX = 50
/** Elements and attributes together that are read: some thousands of files of a drive. */
const NODES_MAX = 100_000
/** Characters that are read before others have their turn. */
const PIECE = 32_768

/**
 * A tree of an XML text; names come with their namespace, for prefixes differ. Null for anything malformed, too large or
 * with a DTD.
 */
export async function parseXml(source: string): Promise<Element | null> {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: Element | null = null
  let nodes = 0
  let isWrong = false
  const spoil = () => void (isWrong = true)
  const count = () => {
    nodes += 1
    if (nodes > NODES_MAX) spoil()
  }
  const hear = (text: string) => {
    const last = open.at(-1)
    if (!last) return
    last.text += text
    last.content.push(text)
  }
  parser.on('error', spoil)
  // A document type could name entities and files: none is wanted here.
  parser.on('doctype', spoil)
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('attribute', count)
  parser.on('opentag', ({ uri, local, attributes }) => {
    count()
    const values = Object.values(attributes).map(({ name, value }) => [name, value] as const)
    const marks = Object.values(attributes)
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map((attribute) => ({ space: attribute.uri, name: attribute.local, value: attribute.value }))
    const bare = { children: [], text: '', content: [] }
    const element: Element = { space: uri, name: local, attributes: Object.fromEntries(values), marks, ...bare }
    open.at(-1)?.children.push(element)
    open.at(-1)?.content.push(element)
    root ??= element
    if (open.push(element) > DEPTH_MAX) spoil()
  })
  parser.on('closetag', () => void open.pop())
  for (let at = 0; at < source.length && !isWrong; at += PIECE) {
    if (at) await turn()
    parser.write(source.slice(at, at + PIECE))
  }
  if (!isWrong) parser.close()
  return isWrong ? null : root
}

export const childOf = (parent: Element | undefined, name: string): Element | undefined =>
  parent?.children.find((child) => child.name === name)
