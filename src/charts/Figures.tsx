import type { ChartRow } from '#contract/charts/answer.ts'
import type { Frame, Placed } from './frame.ts'
import { labelOf } from './words.ts'

/** The text of a cell: the name of a group, or its number. */
export function cellText({ answer, words, definition }: Frame, { column, at }: Placed, row: ChartRow): string {
  if (row.rest[at]) return words.others(answer.others[column.channel])
  const cell = row.cells[at] ?? null
  const isNumber = column.type === 'number' && cell !== null && column.role !== 'group'
  if (!isNumber) return labelOf(column, cell, { words, names: answer.names })
  const value = Number(cell)
  return Number.isFinite(value)
    ? words.number(value, column, column.role === 'measure' ? definition.options : undefined)
    : String(cell)
}

const titleOf = ({ words }: Frame, { column }: Placed) =>
  column.statistic === 'value' || column.statistic === 'rows'
    ? words.titleOf(column)
    : words.list([words.titleOf(column), words.statistic(column.statistic)])

/** A text that can be clicked if there is a handler. */
export function Pickable({ onPick, children }: { onPick?: (() => void) | undefined; children: string }) {
  if (!onPick) return children
  return (
    <button type="button" className="chart-pick" onClick={onPick}>
      {children}
    </button>
  )
}

type Props = { frame: Frame; label: string; onPick?: ((index: number) => void) | undefined }

/** All data of a chart as a table. */
export function Figures({ frame, label, onPick }: Props) {
  const columns = frame.answer.columns.map((column, at) => ({ column, at }))
  const isNumber = ({ column }: Placed) => column.type === 'number' && column.role !== 'group'
  return (
    <div className="chart-figures" tabIndex={0} role="region" aria-label={label}>
      <table className="num">
        <thead>
          <tr>
            {columns.map((placed) => (
              <th key={placed.at} scope="col" data-number={isNumber(placed)}>
                {titleOf(frame, placed)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frame.answer.rows.map((row, index) => (
            <tr key={index} data-rest={row.rest.includes(true)}>
              {columns.map((placed, place) => (
                <td key={placed.at} data-number={isNumber(placed)}>
                  <Pickable onPick={place === 0 && onPick ? () => onPick(index) : undefined}>
                    {cellText(frame, placed, row)}
                  </Pickable>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
