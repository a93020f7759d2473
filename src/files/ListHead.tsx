import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileSort } from '#contract/files.ts'
import { ColumnChooser } from '#widgets/ColumnChooser.tsx'
import { COLUMN_PX, type Column, type ColumnId, columns as known, widthOf } from './columns.tsx'
import type { ViewProps } from './row-events.ts'
import type { ViewChoice } from './use-view-choice.ts'

const choosable = known.map(({ id }) => id)
type Props = Pick<ViewProps, 'selection' | 'setSelection' | 'view'> & {
  /** The chosen columns that fit the width. */
  columns: readonly Column[]
}

/** The column heads: they sort, and the last one opens the choice of columns. */
export function ListHead({ selection, setSelection, view, columns }: Props) {
  const { t } = useTranslation()
  return (
    <div className="row head" role="row" aria-rowindex={1}>
      <span role="columnheader" className="check">
        <input
          type="checkbox"
          checked={selection.all && selection.hashes.size === 0}
          aria-label={t('files.actions.selectAll')}
          onChange={() => setSelection(selection.all ? null : 'all')}
        />
      </span>
      <Head id="name" className="name" sort="name" view={view} />
      {columns.map((column) => (
        <Head
          key={column.id}
          id={column.id}
          className={`column ${column.className}`}
          sort={column.sort}
          view={view}
          sizer={<Sizer column={column} view={view} />}
        />
      ))}
      <span role="columnheader" className="columns-chosen">
        <ColumnChooser
          size="small"
          choosable={choosable}
          shown={view.columns.map(({ id }) => id)}
          labelOf={(id) => t(`files.columns.${id}`)}
          onChoose={view.chooseColumns}
        />
      </span>
    </div>
  )
}

type HeadProps = {
  id: ColumnId | 'name'
  className: string
  sort: FileSort | undefined
  view: ViewChoice
  sizer?: ReactNode
}

function Head({ id, className, sort, view, sizer }: HeadProps) {
  const { t } = useTranslation()
  const label = t(`files.columns.${id}`)
  if (!sort)
    return (
      <span role="columnheader" className={className}>
        {label}
        {sizer}
      </span>
    )
  const isSorted = view.sort === sort
  const isRising = view.order === 'asc'
  return (
    <span
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => view.sortBy(sort)}>
        {label}
        {isSorted && <i aria-hidden="true">{isRising ? ' ↑' : ' ↓'}</i>}
      </button>
      {sizer}
    </span>
  )
}

const STEP_PX = 10

/** The resize handle of a column, for the mouse and the arrow keys. */
function Sizer({ column, view }: { column: Column; view: ViewChoice }) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<{ fromX: number; fromPx: number } | null>(null)
  const widthPx = widthOf(column, view.widths)
  const by = (change: number) => view.setWidth(column.id, widthPx + change)
  return (
    <span
      className="column-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('files.columnWidth', { column: t(`files.columns.${column.id}`) })}
      aria-valuenow={widthPx}
      aria-valuemin={COLUMN_PX.min}
      aria-valuemax={COLUMN_PX.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged({ fromX: event.clientX, fromPx: widthPx })
      }}
      onPointerMove={(event) => dragged && view.setWidth(column.id, dragged.fromPx - (event.clientX - dragged.fromX))}
      onPointerUp={() => setDragged(null)}
      onDoubleClick={() => view.setWidth(column.id, column.widthPx)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        event.stopPropagation()
        by(event.key === 'ArrowLeft' ? STEP_PX : -STEP_PX)
      }}
    />
  )
}
