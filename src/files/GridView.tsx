import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { Box } from './band.ts'
import { Card } from './Card.tsx'
import { FolderPlace } from './FolderPlace.tsx'
import { hasRows } from './folder-store.ts'
import { keyEvents, type ViewProps } from './row-events.ts'
import { useBand } from './use-band.ts'
import { useItemFocus } from './use-item-focus.ts'

const CARD_PX = 168
const CARD_HEIGHT_PX = 176
const GAP_PX = 12

/** A folder as cards, with thumbnails. */
export function GridView(props: ViewProps) {
  const { context, store, selection, setSelection, reachBadges } = props
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [perRow, setPerRow] = useState(4)
  const { rows, total, isLoading, failure } = store.state
  const virtual = useVirtualizer({
    count: Math.ceil(total / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT_PX,
    overscan: 4,
    useFlushSync: false,
  })
  const lines = virtual.getVirtualItems()
  const end = ((lines.at(-1)?.index ?? 0) + 1) * perRow
  const { reach } = store
  useEffect(() => reach(end), [reach, end])
  const begin = (lines[0]?.index ?? 0) * perRow
  useEffect(() => reachBadges(begin, end), [reachBadges, begin, end])
  const isShown = hasRows(store.state)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isShown) return
    const observer = new ResizeObserver(() => setPerRow(Math.max(2, Math.floor(element.clientWidth / CARD_PX))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isShown])
  const focus = selection.focus
  useItemFocus(scroller, props)
  const before = useRef<ReadonlySet<string>>(new Set())
  const band = useBand({
    scroller,
    content,
    cards: { total, perRow, pitchPx: CARD_HEIGHT_PX, gapPx: GAP_PX },
    select: (places, isMore) => {
      if (!places.length) before.current = isMore && !selection.all ? selection.hashes : new Set()
      const touched = places.flatMap((place) => rows[place]?.hash ?? [])
      setSelection({ ...selection, all: false, hashes: new Set([...before.current, ...touched]) })
    },
  })
  if (!isShown) return <FolderPlace context={context} isLoading={isLoading} failure={failure} />
  const onKeyDown = keyEvents({
    ...props,
    total,
    perRow,
    pageRows: 3,
    reveal: (at) => virtual.scrollToIndex(Math.floor(at / perRow)),
  })

  return (
    <div
      className="list"
      role="grid"
      aria-label={context.folder?.name || context.space.name}
      aria-rowcount={Math.ceil(total / perRow)}
      aria-multiselectable="true"
      tabIndex={focus < 0 ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      <div className="scroller grid" ref={scroller} onPointerDown={band.onPointerDown}>
        <div ref={content} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {lines.map(({ index: line, start }) => (
            <div
              key={line}
              role="row"
              className="grid-line"
              aria-rowindex={line + 1}
              style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
            >
              {rows.slice(line * perRow, (line + 1) * perRow).map((record, i) => (
                <Card key={record.hash} {...props} record={record} at={line * perRow + i} />
              ))}
            </div>
          ))}
          {band.box && <Band {...band.box} />}
        </div>
      </div>
    </div>
  )
}

const Band = ({ left, top, right, bottom }: Box) => (
  <div className="band" style={{ left, top, width: right - left, height: bottom - top }} />
)
