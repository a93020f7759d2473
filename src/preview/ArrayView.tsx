import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GRID_PAGE_ROWS, RASTER_PREVIEW_POINTS } from '#contract/core/limits.ts'
import { type Axes, firstAxes, type GridCalls, type GridInfo } from './grids.ts'
import { NumberField } from './NumberField.tsx'
import { PropertyList } from './PropertyList.tsx'
import { RasterView } from './raster/RasterView.tsx'
import { sizeText } from './size-text.ts'
import { TableView } from './TableView.tsx'
import { useLoaded } from './use-loaded.ts'

/** Number of columns of a slice that are read at once (our choice). */
const GRID_COLUMNS = 500

/** Start of the visible part on the row and column axes. */
type Origin = { row: number; column: number }
type Shown = 'table' | 'picture' | 'notes'

type Props = {
  calls: GridCalls
  path: string
  /** Whether it is first shown as a picture, if it can be one. */
  isPicture: boolean
}

/** One array: a slice of it as a table or a picture, along any two axes. */
export function ArrayView({ calls, path, isPicture }: Props) {
  const { t } = useTranslation()
  const info = useLoaded(() => calls.info(path), [calls, path])
  if (!info) return <div className="stage-note">{t('preview.loading')}</div>
  return <Loaded calls={calls} path={path} info={info} isPictureFirst={isPicture} />
}

type LoadedProps = { calls: GridCalls; path: string; info: GridInfo; isPictureFirst: boolean }

function Loaded({ calls, path, info, isPictureFirst }: LoadedProps) {
  const { t } = useTranslation()
  const { shape } = info
  const [chosen, setAxes] = useState<Axes | null>(null)
  const isPicture = info.isNumeric && shape.length > 1
  const [shown, show] = useState<Shown>(isPicture && isPictureFirst ? 'picture' : 'table')
  const axes = chosen ?? firstAxes(shape, shown === 'picture')
  const tabs: Shown[] = isPicture ? ['table', 'picture', 'notes'] : ['table', 'notes']
  const body = {
    table: <Table calls={calls} path={path} info={info} axes={axes} />,
    picture: <Picture calls={calls} path={path} info={info} axes={axes} />,
    notes: <PropertyList properties={info.notes} />,
  }[shown]
  return (
    <div className="array-view">
      <div className="parts-bar">
        {tabs.map((tab) => (
          <button key={tab} type="button" className="btn ghost" aria-pressed={tab === shown} onClick={() => show(tab)}>
            {t(`preview.shown.${tab}`)}
          </button>
        ))}
        {shape.length > 1 && shown !== 'notes' && <AxesBar info={info} axes={axes} onChange={setAxes} />}
      </div>
      <div className="parts-body" key={JSON.stringify(axes)}>
        {body}
      </div>
    </div>
  )
}

const axisName = ({ axes, shape }: GridInfo, axis: number) => `${axes[axis] || axis} (${shape[axis]})`

/** Chooses the row and column axes, and the position on all other axes. */
function AxesBar({ info, axes, onChange }: { info: GridInfo; axes: Axes; onChange: (axes: Axes) => void }) {
  const { t } = useTranslation()
  const { shape } = info
  const choose = (side: 'rowAxis' | 'columnAxis', other: 'rowAxis' | 'columnAxis', axis: number) =>
    // If the axis is used on the other side, the two are swapped.
    onChange({ ...axes, [side]: axis, ...(axes[other] === axis && { [other]: axes[side] }) })
  const chooser = (side: 'rowAxis' | 'columnAxis', other: 'rowAxis' | 'columnAxis') => (
    <label>
      {t(`preview.${side}`)}{' '}
      <select value={axes[side] ?? 0} onChange={({ target }) => choose(side, other, Number(target.value))}>
        {shape.map((_, axis) => (
          <option key={axis} value={axis}>
            {axisName(info, axis)}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      {chooser('rowAxis', 'columnAxis')}
      {chooser('columnAxis', 'rowAxis')}
      {shape.map((length, axis) =>
        axis === axes.rowAxis || axis === axes.columnAxis ? null : (
          <NumberField
            key={axis}
            label={axisName(info, axis)}
            count={length}
            value={axes.at[axis] ?? 0}
            onChange={(place) => onChange({ ...axes, at: axes.at.with(axis, place) })}
          />
        ),
      )}
    </>
  )
}

const SINGLE = new Set(['float', 'float32'])
type PartProps = { calls: GridCalls; path: string; info: GridInfo; axes: Axes }
const lengthOf = ({ shape }: GridInfo, axis: number | null) => (axis === null ? 1 : (shape[axis] ?? 1))

/** A number with the precision of its type. */
const numberText = (value: number | undefined, type: string) =>
  value === undefined || Number.isNaN(value) ? '' : String(SINGLE.has(type) ? Number(value.toPrecision(7)) : value)

function Table({ calls, path, info, axes }: PartProps) {
  const { t } = useTranslation()
  const [column, setColumn] = useState(0)
  const [rows, all] = [lengthOf(info, axes.rowAxis), lengthOf(info, axes.columnAxis)]
  const width = Math.min(GRID_COLUMNS, all)
  const columns = useMemo(
    () =>
      Array.from({ length: Math.min(width, all - column) }, (_, i) => ({
        name: all === 1 ? t('preview.value') : String(column + i),
      })),
    [width, all, column, t],
  )
  const page = useCallback(
    async (at: number) => {
      const span = [at * GRID_PAGE_ROWS, Math.min(rows, (at + 1) * GRID_PAGE_ROWS)] as const
      const found = await calls.slice({ path, ...axes, rows: span, columns: [column, column + width] })
      return Array.from({ length: found.height }, (_, y) =>
        Array.from({ length: found.width }, (_, x) => {
          const place = y * found.width + x
          return found.texts?.[place] ?? numberText(found.numbers?.[place], info.type)
        }),
      )
    },
    [calls, path, axes, rows, column, width, info.type],
  )
  return (
    <TableView label={path} columns={columns} count={rows} page={page}>
      <span>{sizeText(t, rows, all)}</span>
      {all > width && (
        <NumberField label={t('preview.fromColumn')} count={all - width + 1} value={column} onChange={setColumn} />
      )}
    </TableView>
  )
}

/** The longest side of a picture, and of one that is not narrow: rows or columns that are read at once (our choice). */
const LONG_MAX = 16_384
const SIDE_MAX = 2048

/** The unit of the values, by the attribute that the CF conventions name. */
const unitOf = ({ notes }: GridInfo) => notes.find(([name]) => name === 'units')?.[1]

function Picture({ calls, path, info, axes }: PartProps) {
  const { t } = useTranslation()
  const [{ row, column }, setOrigin] = useState<Origin>({ row: 0, column: 0 })
  const [rows, columns] = [lengthOf(info, axes.rowAxis), lengthOf(info, axes.columnAxis)]
  const width = Math.min(columns, rows * LONG_MAX <= RASTER_PREVIEW_POINTS ? LONG_MAX : SIDE_MAX)
  const height = Math.min(rows, LONG_MAX, Math.floor(RASTER_PREVIEW_POINTS / Math.max(1, width)))
  const field = useLoaded(async () => {
    const found = await calls.slice({ path, ...axes, rows: [row, row + height], columns: [column, column + width] })
    return found.numbers && { width: found.width, height: found.height, values: found.numbers }
  }, [calls, path, axes, row, column, width, height])
  if (!field) return <div className="stage-note">{t('preview.loading')}</div>
  return (
    <RasterView field={field} label={path} unit={unitOf(info)}>
      <span>{`${columns} × ${rows}`}</span>
      {height < rows && (
        <NumberField
          label={t('preview.fromRow')}
          count={rows - height + 1}
          value={row}
          onChange={(to) => setOrigin({ row: to, column })}
        />
      )}
      {width < columns && (
        <NumberField
          label={t('preview.fromColumn')}
          count={columns - width + 1}
          value={column}
          onChange={(to) => setOrigin({ row, column: to })}
        />
      )}
    </RasterView>
  )
}
