import type { ChartRow } from '#contract/charts/answer.ts'
import { cellText, Pickable } from '../../Figures.tsx'
import type { Frame, Placed } from '../../frame.ts'
import type { ChartKind, ViewProps } from '../../kind.ts'

type Head = { id: string; labels: string[] }
const idOf = (row: ChartRow, placed: readonly Placed[]) =>
  placed.map(({ at }) => (row.rest[at] ? 'rest' : JSON.stringify(row.cells[at] ?? null))).join(' ')

/** The different values of some groups, in the order in which they come. */
function headsOf(frame: Frame, placed: readonly Placed[]): Head[] {
  const found = new Map<string, Head>()
  for (const row of frame.answer.rows) {
    const id = idOf(row, placed)
    if (!found.has(id)) found.set(id, { id, labels: placed.map((one) => cellText(frame, one, row)) })
  }
  return [...found.values()]
}

function View({ frame, onPick }: ViewProps) {
  const { answer, words, definition } = frame
  const [rows, columns, measures] = [frame.of('rows'), frame.of('columns'), frame.of('y')]
  const cells = new Map(answer.rows.map((row, index) => [`${idOf(row, rows)}|${idOf(row, columns)}`, { row, index }]))
  const [rowHeads, columnHeads] = [headsOf(frame, rows), headsOf(frame, columns)]
  const title = definition.options.title || words.list(measures.map(({ column }) => words.titleOf(column)))
  const isCrossed = columns.length > 0
  return (
    <div className="chart-figures" tabIndex={0} role="region" aria-label={title}>
      <table className="num">
        <thead>
          {isCrossed && (
            <tr>
              <th colSpan={rows.length} scope="colgroup">
                {words.list(columns.map(({ column }) => words.titleOf(column)))}
              </th>
              {columnHeads.map(({ id, labels }) => (
                <th key={id} scope="colgroup" colSpan={measures.length} data-number>
                  {words.list(labels)}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {rows.map(({ column, at }) => (
              <th key={at} scope="col">
                {words.titleOf(column)}
              </th>
            ))}
            {columnHeads.flatMap(({ id }) =>
              measures.map(({ column, at }) => (
                <th key={`${id} ${at}`} scope="col" data-number>
                  {words.titleOf(column)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rowHeads.map(({ id, labels }) => (
            <tr key={id}>
              {labels.map((label, at) => (
                <th key={at} scope="row">
                  {label}
                </th>
              ))}
              {columnHeads.flatMap(({ id: head }) => {
                const found = cells.get(`${id}|${head}`)
                return measures.map((measure) => (
                  <td key={`${head} ${measure.at}`} data-number>
                    {found && (
                      <Pickable onPick={onPick && (() => onPick(found.index))}>
                        {cellText(frame, measure, found.row)}
                      </Pickable>
                    )}
                  </td>
                ))
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const pivotTable: ChartKind = {
  options: ['order', 'categories', 'hasOthers', 'decimals'],
  View,
}
