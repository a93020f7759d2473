/** A node of a tree: its name, the distance from its parent if given, and its children. */
export type TreeNode = { name: string; length: number | null; children: TreeNode[] }

const node = (): TreeNode => ({ name: '', length: null, children: [] })
const ENDS = new Set(['(', ')', ',', ':', ';', '['])

/**
 * Parses the first tree of a Newick text: comments in brackets are dropped, quoted names are kept as they are, and
 * underscores in unquoted names become spaces. Not recursive, so that deep trees work.
 */
export function parseNewick(text: string): TreeNode {
  if (text.includes('\0')) throw new Error('no text')
  const root = node()
  let current = root
  const parents: TreeNode[] = []
  let [at, isLength] = [0, false]

  function label(): string {
    if (text[at] === "'") {
      let name = ''
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === "'" && text[at + 1] !== "'") break
        if (text[at] === "'") at += 1
        name += text[at]
      }
      at += 1
      return name
    }
    const from = at
    while (at < text.length && !ENDS.has(text[at] ?? '')) at += 1
    return text.slice(from, at).trim().replaceAll('_', ' ')
  }
  function open() {
    const child = node()
    current.children.push(child)
    parents.push(current)
    current = child
  }

  while (at < text.length) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) at += 1
    else if (sign === '[') {
      const end = text.indexOf(']', at)
      if (end < 0) throw new Error('a comment without an end')
      at = end + 1
    } else if (sign === '(') {
      open()
      at += 1
    } else if (sign === ',' || sign === ')') {
      const parent = parents.pop()
      if (!parent) throw new Error(`a ${sign} too many`)
      current = parent
      if (sign === ',') open()
      isLength = false
      at += 1
    } else if (sign === ':') {
      isLength = true
      at += 1
    } else if (sign === ';') break
    else if (isLength) {
      const length = Number(label())
      current.length = Number.isFinite(length) ? length : null
      isLength = false
    } else current.name = label()
  }
  if (parents.length) throw new Error('a bracket without an end')
  if (!root.name && root.children.length === 0) throw new Error('no tree')
  return root
}

/** A node's position: x by length or depth from 0 to 1, y by the number of the leaf. */
export type Placed = { node: TreeNode; x: number; y: number; parent: number }
export type Layout = { nodes: Placed[]; leaves: number; hasLengths: boolean; farthest: number }

/** Computes the position of every node; parents come before their children. */
export function layOut(root: TreeNode, isByLength: boolean): Layout {
  const nodes: Placed[] = []
  const stack: { node: TreeNode; x: number; parent: number }[] = [{ node: root, x: 0, parent: -1 }]
  let [leaves, farthest, hasLengths] = [0, 0, false]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const at = nodes.length
    const isLeaf = next.node.children.length === 0
    nodes.push({ ...next, y: isLeaf ? leaves : 0 })
    if (isLeaf) leaves += 1
    farthest = Math.max(farthest, next.x)
    for (const child of next.node.children.toReversed()) {
      hasLengths ||= child.length !== null
      stack.push({ node: child, x: next.x + (isByLength ? Math.max(0, child.length ?? 0) : 1), parent: at })
    }
  }
  // A parent is centred between its first and last child.
  const spans = nodes.map(() => [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as [number, number])
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const placed = nodes[at]
    const span = spans[at]
    if (!placed || !span) continue
    if (placed.node.children.length) placed.y = (span[0] + span[1]) / 2
    placed.x = farthest ? placed.x / farthest : 0
    const above = spans[placed.parent]
    if (above) [above[0], above[1]] = [Math.min(above[0], placed.y), Math.max(above[1], placed.y)]
  }
  return { nodes, leaves, hasLengths, farthest }
}
