import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '../widgets/format.ts'
import { dropTarget } from './drag.ts'
import { FolderPlace } from './FolderPlace.tsx'
import { NameField } from './NameField.tsx'
import { keyEvents, pointerEvents, type ViewProps } from './row-events.ts'
import { isMarked } from './selection.ts'
import { Thumb } from './Thumb.tsx'

const CARD_PX = 168
const CARD_HEIGHT_PX = 176

/** A folder as cards, with pictures where the file is one. */
export function GridView(props: ViewProps) {
  const { desk, store, selection, renaming, startRename, rename } = props
  const scroller = useRef<HTMLDivElement>(null)
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
  const isShown = !(failure || isLoading || total === 0)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isShown) return
    const observer = new ResizeObserver(() => setPerRow(Math.max(2, Math.floor(element.clientWidth / CARD_PX))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isShown])
  const focus = selection.focus
  useEffect(() => {
    if (focus >= 0) scroller.current?.querySelector<HTMLElement>(`[data-at="${focus}"]`)?.focus({ preventScroll: true })
  }, [focus])
  if (!isShown) return <FolderPlace desk={desk} isLoading={isLoading} failure={failure} />
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
      aria-label={desk.folder?.name || desk.space.name}
      aria-rowcount={Math.ceil(total / perRow)}
      aria-multiselectable="true"
      tabIndex={focus < 0 ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      <div className="scroller grid" ref={scroller}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {lines.map(({ index: line, start }) => (
            <div
              key={line}
              role="row"
              className="grid-line"
              aria-rowindex={line + 1}
              style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
            >
              {rows.slice(line * perRow, (line + 1) * perRow).map((record, i) => {
                const at = line * perRow + i
                return (
                  <div
                    key={record.hash}
                    role="gridcell"
                    className="card"
                    aria-selected={isMarked(selection, record.hash)}
                    data-at={at}
                    tabIndex={at === focus ? 0 : -1}
                    draggable
                    title={record.name}
                    {...pointerEvents(props, record, at)}
                    {...(record.mime === 'directory' && dropTarget(desk, record))}
                  >
                    <span className="thumb">
                      <Thumb spaceId={desk.space.id} record={record} size={48} />
                    </span>
                    {renaming?.hash === record.hash ? (
                      <NameField record={record} rename={rename} onDone={() => startRename(null)} />
                    ) : (
                      <span className="card-name">{record.name}</span>
                    )}
                    <small className="num">{formatBytes(record.size)}</small>
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
