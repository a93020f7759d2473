import type { GridCalls, GridInfo, GridNode } from './grids.ts'

/** At most this many arrays are looked at, because each one may be read from the file. */
const LOOKED_AT_MAX = 20

/** The array to open with, if there is one, and the groups read while searching it, by path. */
export type Plottable = { node: GridNode | null; known: Map<string, GridNode[]> }

const longAxes = ({ shape }: GridInfo) => shape.filter((length) => length > 1).length
/** An array that only gives the positions along its own axis, as a time or a depth does. */
const isCoordinate = ({ axes }: GridInfo, { name }: GridNode) => axes.length === 1 && axes[0] === name

/** The first numeric array with two axes, otherwise the first one with an axis of other positions; top level first. */
export async function firstPlottable(calls: GridCalls, top: GridNode[]): Promise<Plottable> {
  const known = new Map([['', top]])
  const waiting = [...top]
  let line: GridNode | null = null
  let looked = 0
  for (let node = waiting.shift(); node && looked < LOOKED_AT_MAX; node = waiting.shift()) {
    if (node.kind === 'group') {
      const children = await calls.children(node.path)
      known.set(node.path, children)
      waiting.push(...children)
    }
    if (node.kind !== 'array') continue
    looked += 1
    const info = await calls.info(node.path)
    if (!info.isNumeric) continue
    if (longAxes(info) > 1) return { node, known }
    if (!line && longAxes(info) === 1 && !isCoordinate(info, node)) line = node
  }
  return { node: line, known }
}
