import { useEffect, useRef, useState } from 'react'
import { watchTheme } from '../widgets/watch-theme.ts'
import type { Layout } from './newick.ts'

const [ROW_PX, MARGIN_PX, NAMES_PX] = [20, 16, 180]
/** Maximum scroll height; taller trees are drawn with less distance between the leaves. */
const HEIGHT_MAX_PX = 8_000_000
/** Minimum distance between leaves for names, which would otherwise overlap. */
const NAMES_FROM_PX = 11

/** A tree on a canvas of the window's height: only the visible part is drawn, so that any size works. */
export function TreeCanvas({ layout, label }: { layout: Layout; label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [box, setBox] = useState({ width: 0, height: 0 })
  const row = Math.min(ROW_PX, HEIGHT_MAX_PX / layout.leaves)
  const height = layout.leaves * row + 2 * MARGIN_PX
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setBox({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const [element, target] = [scroller.current, canvas.current]
    if (!element || !target || !box.width) return
    const draw = () => drawTree(target, layout, { ...box, row, top: element.scrollTop })
    target.width = box.width * devicePixelRatio
    target.height = box.height * devicePixelRatio
    draw()
    element.addEventListener('scroll', draw)
    const unwatch = watchTheme(draw)
    return () => {
      element.removeEventListener('scroll', draw)
      unwatch()
    }
  }, [layout, box, row])
  const names = layout.nodes.filter(({ node }) => node.children.length === 0 && node.name).slice(0, 1000)
  return (
    <div className="tree-scroller" ref={scroller} tabIndex={0} role="group" aria-label={label}>
      <canvas ref={canvas} style={{ width: box.width, height: box.height }} />
      <div style={{ height: Math.max(0, height - box.height) }} />
      <ul className="sr-only">
        {names.map(({ node }, i) => (
          <li key={i}>{node.name}</li>
        ))}
      </ul>
    </div>
  )
}

type Window = { width: number; height: number; row: number; top: number }

function drawTree(canvas: HTMLCanvasElement, { nodes, leaves }: Layout, { width, height, row, top }: Window) {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name)
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  pen.clearRect(0, 0, width, height)
  const names = Math.min(NAMES_PX, width / 3)
  const across = (x: number) => MARGIN_PX + x * (width - 2 * MARGIN_PX - names)
  // A small tree is spread over the height of the window.
  const step = Math.max(row, Math.min(40, (height - 2 * MARGIN_PX) / leaves))
  const down = (y: number) => MARGIN_PX + (y + 0.5) * step - top
  const isSeen = (a: number, b: number) => Math.max(a, b) >= -step && Math.min(a, b) <= height + step
  pen.strokeStyle = colour('--soft')
  pen.beginPath()
  for (const { x, y, parent } of nodes) {
    const above = nodes[parent]
    if (!above || !isSeen(down(y), down(above.y))) continue
    pen.moveTo(across(above.x), down(above.y))
    pen.lineTo(across(above.x), down(y))
    pen.lineTo(across(x), down(y))
  }
  pen.stroke()
  if (step < NAMES_FROM_PX) return
  pen.font = `12px ${colour('--font')}`
  pen.textBaseline = 'middle'
  for (const { node, x, y } of nodes) {
    if (!node.name || !isSeen(down(y), down(y))) continue
    const isLeaf = node.children.length === 0
    pen.fillStyle = colour(isLeaf ? '--ink' : '--faint')
    pen.textAlign = isLeaf ? 'left' : 'right'
    pen.fillText(node.name, across(x) + (isLeaf ? 6 : -4), down(y) + (isLeaf ? 0 : -7))
  }
}
