import { createElement, type ReactNode } from 'react'
import { besides } from '#contract/core/link.ts'
import type { MarkupNode } from '#contract/core/markup.ts'

function draw(node: MarkupNode, at: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, href, children } = node
  return createElement(tag, { key: at, ...(href && { href, ...besides(href) }) }, ...children.map(draw))
}

/** Renders parsed markup: text, a few elements, and links to permitted targets. */
export const drawMarkup = (nodes: readonly MarkupNode[]): ReactNode => nodes.map(draw)
