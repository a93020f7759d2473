import { SaxesParser } from 'saxes'

export type Element = {
  space: string
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Elements inside one another that are read. */
const DEPTH_MAX = 50

/** A tree of an XML text; names come with their namespace, for prefixes differ. Null for anything malformed or with a DTD. */
export function parseXml(source: string): Element | null {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: Element | null = null
  let isWrong = false
  const spoil = () => void (isWrong = true)
  const hear = (text: string) => {
    const last = open.at(-1)
    if (last) last.text += text
  }
  parser.on('error', spoil)
  // A document type could name entities and files: none is wanted here.
  parser.on('doctype', spoil)
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.values(attributes).map(({ name, value }) => [name, value] as const)
    const element: Element = { space: uri, name: local, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    if (open.push(element) > DEPTH_MAX) spoil()
  })
  parser.on('closetag', () => void open.pop())
  parser.write(source).close()
  return isWrong ? null : root
}

export const childOf = (parent: Element | undefined, name: string): Element | undefined =>
  parent?.children.find((child) => child.name === name)
