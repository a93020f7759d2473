import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import type { Other, Place } from './types.ts'
import type { Grid } from './use-grid.ts'
import { useDrawnRegion } from './use-region.ts'

type Props = { grid: Grid }

function placesIn({ grid }: Props) {
  const frame = grid.host.current?.getBoundingClientRect()
  const head = grid.editor.current?.getBounds(0, -1)
  return {
    headPx: head?.height ?? 0,
    of(column: number, row: number) {
      const bounds = grid.editor.current?.getBounds(column, row)
      return bounds && frame ? { ...bounds, x: bounds.x - frame.x, y: bounds.y - frame.y } : null
    },
  }
}

/** The names of others above the cells in which they are. */
export function Names({
  others,
  words,
  ...props
}: Props & { others: readonly Other[]; words: (other: Other) => string }) {
  useDrawnRegion(props.grid.region, (region) => region.get())
  const places = placesIn(props)
  return others.map((other) => {
    const at = places.of(other.place.column, other.place.row)
    if (!at || at.y < places.headPx) return null
    const style = { left: at.x, top: at.y - 17, '--tone': `var(--tone-${other.tone})` } as CSSProperties
    return (
      <span
        key={`${other.id} ${other.place.column} ${other.place.row} ${other.isTyping}`}
        className={other.isTyping ? 'grid-name typing' : 'grid-name'}
        style={style}
      >
        {words(other)}
      </span>
    )
  })
}

type FooterProps = Props & { count: number; frozen: number; footer: (column: number) => ReactNode }

/** The footer cells below the visible columns. */
export function Footer({ count, frozen, footer, ...props }: FooterProps) {
  // Rows that move leave it where it is.
  useDrawnRegion(props.grid.region, (region) => region.across())
  const places = placesIn(props)
  const { x, width } = props.grid.region.get()
  const visible = [
    ...Array.from({ length: Math.min(frozen, count) }, (_, i) => i),
    ...Array.from({ length: Math.min(width + 1, count - x) }, (_, i) => x + i).filter((column) => column >= frozen),
  ]
  const edge = frozen > 0 ? places.of(frozen - 1, -1) : null
  return (
    <div className="grid-footer num">
      {visible.map((column) => {
        const at = places.of(column, -1)
        if (!at) return null
        const isFrozen = column < frozen
        const hidden = !isFrozen && edge ? Math.max(0, edge.x + edge.width - at.x) : 0
        const style = { left: at.x, width: at.width, clipPath: hidden ? `inset(0 0 0 ${hidden}px)` : undefined }
        return (
          <div key={column} style={style}>
            {footer(column)}
          </div>
        )
      })}
    </div>
  )
}

const isSame = (one: Place | null, other: Place | null) => one?.column === other?.column && one?.row === other?.row

/** The cell under the mouse, null if there is none. */
function useHovered({ host, editor }: Grid): Place | null {
  const [hovered, setHovered] = useState<Place | null>(null)
  useEffect(() => {
    const frame = host.current
    if (!frame) return
    const set = (next: Place | null) => setHovered((before) => (isSame(before, next) ? before : next))
    const move = ({ clientX, clientY, pointerType }: PointerEvent) => {
      const at = pointerType === 'mouse' ? editor.current?.getMouseArgsForPosition(clientX, clientY) : undefined
      set(at?.kind === 'cell' && at.location[0] >= 0 ? { column: at.location[0], row: at.location[1] } : null)
    }
    const leave = () => set(null)
    frame.addEventListener('pointermove', move)
    frame.addEventListener('pointerleave', leave)
    return () => {
      frame.removeEventListener('pointermove', move)
      frame.removeEventListener('pointerleave', leave)
    }
  }, [host, editor])
  return hovered
}

/** Space that the words below a cell need, in px. */
const REASON_PX = { width: 328, height: 64 }

/** Why the cell under the mouse is marked; at the selected cell, its field says so. */
export function HoverReason({ grid }: Props) {
  const hovered = useHovered(grid)
  useDrawnRegion(grid.region, (region) => region.get())
  const problem = hovered && grid.viewAt(hovered)?.problem
  const frame = grid.host.current
  if (!problem || !frame || isSame(hovered, grid.selected().spot?.cell ?? null)) return null
  const at = placesIn({ grid }).of(hovered.column, hovered.row)
  if (!at) return null
  const isBelow = at.y + at.height + REASON_PX.height < frame.clientHeight
  const style = {
    left: Math.max(0, Math.min(at.x, frame.clientWidth - REASON_PX.width)),
    ...(isBelow ? { top: at.y + at.height } : { bottom: frame.clientHeight - at.y + 2 }),
  }
  return (
    <p className="cell-problem cell-hover" role="tooltip" style={style}>
      {problem}
    </p>
  )
}
