import { createElement, type ReactNode } from 'react'
import { besides } from '#contract/core/link.ts'
import type { MarkupNode } from '#contract/core/markup.ts'

/** The page itself uses the upper two levels, so headings in the text are lowered; their looks stay six. */
const lowered = (tag: string): string => `h${Math.min(6, Number(tag[1]) + 2)}`

function draw(node: MarkupNode, at: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, href, size, children } = node
  const isHeader = /^h[1-6]$/.test(tag)
  const className = isHeader ? `level-${tag[1]}` : size && `size-${size}`
  const attributes = { key: at, ...(className && { className }), ...(href && { href, ...besides(href) }) }
  return createElement(isHeader ? lowered(tag) : tag, attributes, ...children.map(draw))
}

/** Renders parsed markup: text, a few elements, and links to permitted targets. */
export const drawMarkup = (nodes: readonly MarkupNode[]): ReactNode => nodes.map(draw)
