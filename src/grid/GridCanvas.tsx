import { DataEditorCore } from '@glideapps/glide-data-grid'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CellInput, type InputHandle } from './CellInput.tsx'
import { drawing, useDrawn } from './drawn.ts'
import { filled } from './fill.ts'
import { spotOf } from './navigate.ts'
import { Footer, HoverReason, Names } from './Overlays.tsx'
import { BLOCK_CELLS } from './paste.ts'
import type { GridProps } from './props.ts'
import type { Range } from './types.ts'
import { type Notice, useClipboard } from './use-clipboard.ts'
import { useCommands } from './use-commands.ts'
import { NOTHING, ROW_PX, useGrid } from './use-grid.ts'
import { useHeldRows } from './use-held-rows.ts'
import { edgeAt, editOnDoubleClick, usePointer } from './use-pointer.ts'
import '@glideapps/glide-data-grid/index.css'
import './grid.css'

const SMALL_ROW_PX = 24
const NO_OTHERS: never[] = []

/** The grid itself; `DataGrid` loads it on demand. */
export default function GridCanvas<Row>(props: GridProps<Row>) {
  const { t } = useTranslation()
  const { columns, count, frozen = 0, isSmall = false, others = NO_OTHERS, footer, handle } = props
  const [notice, tell] = useState<Notice | null>(null)
  const input = useRef<InputHandle>(null)
  // The drawing library fits a column by the cells in view when its edge is clicked twice, so the edge is elsewhere then.
  const pressed = useRef<number | null>(null)
  const rowPx = props.rowPx ?? (isSmall ? SMALL_ROW_PX : ROW_PX)
  const { grid, selection } = useGrid({ ...props, rowPx })
  const { host } = grid
  const known = props as unknown as GridProps<unknown>
  const clipboard = useClipboard({ grid, props: known, tell })

  async function fill(source: Range, into: Range, kind: 'series' | 'repeat') {
    if (!props.onEdit) return
    if (into.width * into.height > BLOCK_CELLS) return tell({ key: 'tooMany', cells: BLOCK_CELLS })
    try {
      const copied = await grid.cells([source], new AbortController().signal)
      props.onEdit(filled(copied, source, into, kind), 'fill')
    } catch {
      // The rows to continue from failed to load, so nothing was filled.
      tell({ key: 'failed', cells: 0 })
    }
  }
  const edit = () => input.current?.edit()
  const addRow = () => {
    // Until the row is there, what is typed replaces no other cell.
    grid.setSelection(NOTHING)
    props.onAddRow?.()
  }
  const run = useCommands({
    grid,
    props: known,
    edit,
    addRow: props.onAddRow && addRow,
    fill: (source, into) => void fill(source, into, 'repeat'),
  })
  useImperativeHandle(handle, () => ({
    goTo: (place) => grid.select(spotOf(place), 'start'),
    select: (range) => grid.select({ cell: { column: range.x, row: range.y }, range }),
    edit: (place) => {
      grid.select(spotOf(place))
      input.current?.focus()
      edit()
    },
    focus: () => input.current?.focus(),
  }))
  const { pages } = props
  useEffect(() => {
    // Other rows, or more of them, are loaded without the view moving.
    const { y, height } = grid.region.get()
    pages.see(y, y + height, count)
  }, [grid, pages, count])
  useEffect(() => {
    // The field over the cell has the focus for the canvas.
    for (const canvas of host.current?.querySelectorAll('canvas') ?? []) canvas.tabIndex = -1
  })
  const drawn = useDrawn(props, selection)
  useHeldRows(grid, { ...known, rowPx })
  const pointer = usePointer({ grid, props: known, edit })
  const numbersPx = useMemo(() => Math.max(44, String(count).length * 8 + 16), [count])
  return (
    <div
      className={isSmall ? 'data-grid small' : 'data-grid'}
      ref={host}
      onFocusCapture={({ target }) => target.closest('canvas') && input.current?.focus()}
    >
      {/* A click on the cell that is selected already moves no focus by itself. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field over the cell has keys for the same */}
      <div
        className="grid-canvas"
        onPointerUp={() => input.current?.focus()}
        onPointerDownCapture={(event) => {
          pressed.current = edgeAt(grid, event)
        }}
        onDoubleClick={(event) => {
          if (pressed.current === null) editOnDoubleClick(grid, edit)(event)
          else props.onColumnFit?.(pressed.current)
        }}
      >
        <DataEditorCore
          {...drawing}
          {...drawn}
          {...pointer}
          ref={grid.editor}
          width="100%"
          height="100%"
          rows={count}
          rowHeight={rowPx}
          freezeColumns={frozen}
          rowMarkers={{
            kind: props.hasNumbers === false ? 'checkbox-visible' : props.onEdit ? 'both' : 'number',
            width: numbersPx,
          }}
          gridSelection={selection}
          onGridSelectionChange={grid.setSelection}
          onFillPattern={({ patternSource, fillDestination, preventDefault }) => {
            preventDefault()
            void fill(patternSource, fillDestination, 'series')
          }}
          fillHandle={Boolean(props.onEdit)}
          trailingRowOptions={props.onAddRow && { hint: t('grid.addRow'), tint: false, sticky: false }}
          onRowAppended={() => {
            addRow()
            // The owner of the rows selects it; the drawing library would take the next row that comes, whoever's it is.
            return new Promise<number>(() => {})
          }}
          highlightRegions={drawn.highlightRegions}
        />
      </div>
      {footer && <Footer grid={grid} count={columns.length} frozen={frozen} footer={footer} />}
      <Names
        grid={grid}
        others={others}
        words={({ name, isTyping }) => (isTyping ? t('grid.typing', { name }) : name)}
      />
      <HoverReason grid={grid} />
      {!isSmall && <CellInput grid={grid} props={known} handle={input} clipboard={clipboard} run={run} />}
      <NoticeLine notice={notice} onOver={() => tell(null)} />
    </div>
  )
}

const NOTICE_MS = 4000

/** The result of copying or pasting, shown for a moment. */
function NoticeLine({ notice, onOver }: { notice: Notice | null; onOver: () => void }) {
  const { t } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each notice has its own time
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(onOver, NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <p role="status" className="grid-notice">
      {notice && t(`grid.notice.${notice.key}`, { count: notice.cells })}
    </p>
  )
}
