import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { ItemBadges } from '#contract/favourites.ts'
import type { FileRecord } from '#contract/files.ts'
import { isNarrow } from '#widgets/viewport.ts'
import { FileIcon } from '../widgets/file-icon.tsx'
import { formatBytes, formatDateTime } from '../widgets/format.ts'
import { isCut } from './clipboard.ts'
import { type Column, widthsOf } from './columns.tsx'
import { dropTarget } from './drag.ts'
import { FolderPlace } from './FolderPlace.tsx'
import { hasRows } from './folder-store.ts'
import { ListHead } from './ListHead.tsx'
import { NameField } from './NameField.tsx'
import { RowBadges } from './RowBadges.tsx'
import { keyEvents, pointerEvents, type ViewProps } from './row-events.ts'
import { isSelected, toggled } from './selection.ts'
import { useFitting } from './use-fitting.ts'
import { useItemFocus } from './use-item-focus.ts'

/** Height of a row; on a narrow screen it has two lines, and is easy to hit with a finger. */
const ROW_PX = { comfortable: 40, compact: 32 } as const
const NARROW_ROW_PX = { comfortable: 56, compact: 48 } as const

/** A folder as rows; only visible rows are rendered, whatever the size of the folder. */
export function ListView(props: ViewProps) {
  const { context, store, selection, setSelection, view, reachBadges } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, total, isLoading, failure } = store.state
  const { columns, measured } = useFitting(view)
  const rowPx = (isNarrow() ? NARROW_ROW_PX : ROW_PX)[view.density]
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    useFlushSync: false,
  })
  const visible = virtual.getVirtualItems()
  const end = visible.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height lie elsewhere
  useEffect(() => virtual.measure(), [rowPx])
  const { reach } = store
  useEffect(() => reach(end), [reach, end])
  const begin = visible[0]?.index ?? 0
  useEffect(() => reachBadges(begin, end), [reachBadges, begin, end])
  // The heads keep above their columns whether or not the rows have a scrollbar beside them.
  useLayoutEffect(() => {
    const rowsBox = scroller.current
    const barPx = rowsBox ? rowsBox.offsetWidth - rowsBox.clientWidth : 0
    rowsBox?.parentElement?.style.setProperty('--scrollbar', `${barPx}px`)
  })
  const focus = selection.focus
  useItemFocus(scroller, props)
  const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx) - 1)
  const onKeyDown = keyEvents({ ...props, total, perRow: 1, pageRows, reveal: (at) => virtual.scrollToIndex(at) })
  if (!hasRows(store.state)) return <FolderPlace context={context} isLoading={isLoading} failure={failure} />

  return (
    <div
      className="list"
      ref={measured}
      role="grid"
      aria-label={context.folder?.name || context.space.name}
      aria-rowcount={total + 1}
      aria-multiselectable="true"
      tabIndex={focus < 0 ? 0 : -1}
      style={{ '--columns': widthsOf(columns, view.widths) } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <ListHead {...props} columns={columns} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Esc is the way without a mouse */}
      <div
        className="scroller"
        ref={scroller}
        onClick={({ target }) => !(target as Element).closest('.row') && setSelection(null)}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {visible.map(({ index, start }) => {
            const record = rows[index]
            return record ? (
              <Row
                key={record.hash}
                {...props}
                columns={columns}
                record={record}
                at={index}
                top={start}
                height={rowPx}
                isSelected={isSelected(selection, record.hash)}
                isFocus={index === focus}
                badges={context.badgesOf(record.hash)}
                isCut={isCut(context, record)}
              />
            ) : (
              <div key={index} className="row" style={{ transform: `translateY(${start}px)`, height: rowPx }}>
                <span />
                <span className="skeleton" style={{ height: 12, width: `${40 + ((index * 37) % 40)}%` }} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type RowProps = ViewProps & {
  columns: readonly Column[]
  record: FileRecord
  at: number
  top: number
  height: number
  isSelected: boolean
  isFocus: boolean
  badges: ItemBadges | undefined
  isCut: boolean
}

function RowView(props: RowProps) {
  const {
    context,
    record,
    at,
    top,
    height,
    selection,
    setSelection,
    renaming,
    startRename,
    rename,
    onMenu,
    isFocus,
    columns,
  } = props
  const { t, i18n } = useTranslation()
  const reader = { t, language: i18n.language, badges: props.badges }
  const isRenaming = renaming?.hash === record.hash
  return (
    <div
      className="row"
      role="row"
      aria-rowindex={at + 2}
      aria-selected={props.isSelected}
      data-at={at}
      data-cut={props.isCut}
      tabIndex={isFocus ? 0 : -1}
      draggable={!isRenaming}
      style={{ transform: `translateY(${top}px)`, height }}
      {...pointerEvents(props, record, at)}
      {...(isFolder(record) && dropTarget(context, record, () => context.open(record)))}
    >
      <span role="gridcell" className="check">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={props.isSelected}
          aria-label={record.name}
          onClick={(event) => event.stopPropagation()}
          onChange={() => setSelection(toggled(selection, record.hash, at))}
        />
      </span>
      <span role="gridcell" className="name">
        <FileIcon suffix={record.suffix} mime={record.mime} />
        {isRenaming ? (
          <NameField record={record} rename={rename} onDone={() => startRename(null)} />
        ) : (
          <span title={record.name}>{record.name}</span>
        )}
        <RowBadges badges={props.badges} />
        <small className="narrow num">
          {formatDateTime(record.updateTime, i18n.language)} ·{' '}
          {isFolder(record) ? t('files.items', { count: record.items }) : formatBytes(record.size)}
        </small>
      </span>
      {columns.map(({ id, className, cell, hint }) => (
        <span key={id} role="gridcell" className={`column ${className}`} title={hint?.(record, reader)}>
          {cell(record, reader)}
        </span>
      ))}
      <span role="gridcell" className="row-menu-cell">
        <button
          type="button"
          className="row-menu"
          tabIndex={-1}
          aria-label={t('files.more')}
          onClick={(event) => {
            event.stopPropagation()
            pointerEvents(props, record, at).onContextMenu(event)
            onMenu({ x: event.clientX, y: event.clientY })
          }}
        >
          ⋯
        </button>
      </span>
    </div>
  )
}
const Row = memo(RowView)
