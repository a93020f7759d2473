import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'

const ROW_PX = 30
const TWO_LINES_PX = 46
const INDENT_PX = 18

export type TreeRow = {
  id: string
  depth: number
  name: string
  isFolder: boolean
  isOpen: boolean
  /** A line below the name. */
  under?: string
  /** Beside the name. */
  more?: ReactNode
}
type Props = {
  label: string
  rows: readonly TreeRow[]
  chosen: string | null
  onChoose: (id: string) => void
  onToggle: (id: string) => void
  /** Called when a leaf is clicked. */
  onOpen?: (id: string) => void
}

/** A tree list of any length: arrows move and expand, Enter opens. */
export function TreeList({ label, rows, chosen, onChoose, onToggle, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.under ? TWO_LINES_PX : ROW_PX),
    overscan: 20,
    useFlushSync: false,
  })
  const at = rows.findIndex(({ id }) => id === chosen)

  function go(to: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    onChoose(row.id)
    virtual.scrollToIndex(rows.indexOf(row))
  }
  function press(event: KeyboardEvent) {
    const row = rows[at]
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row?.isFolder && !row.isOpen ? onToggle(row.id) : go(at + 1)),
      ArrowLeft: () =>
        row?.isFolder && row.isOpen
          ? onToggle(row.id)
          : go(rows.findLastIndex((one, i) => i < at && one.depth < (row?.depth ?? 0))),
      Enter: () => row && (row.isFolder ? onToggle : onOpen)?.(row.id),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  return (
    <div className="tree-list" ref={scroller} role="tree" aria-label={label} tabIndex={0} onKeyDown={press}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          if (!row) return null
          const { id, depth, name, isFolder, isOpen, under, more } = row
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the tree
            <div
              key={id}
              className="tree-row"
              role="treeitem"
              aria-level={depth + 1}
              aria-selected={id === chosen}
              {...(isFolder && { 'aria-expanded': isOpen })}
              style={{ height: size, transform: `translateY(${start}px)`, paddingLeft: 12 + depth * INDENT_PX }}
              onClick={() => {
                onChoose(id)
                if (isFolder) onToggle(id)
                else onOpen?.(id)
              }}
            >
              <span className="tree-twist" aria-hidden="true">
                {isFolder && (isOpen ? '▾' : '▸')}
              </span>
              <span className="tree-name" title={name}>
                {name}
                {under && <small className="num">{under}</small>}
              </span>
              {more}
            </div>
          )
        })}
      </div>
    </div>
  )
}
