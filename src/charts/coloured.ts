import { CHART_COLORED_MAX, CHART_COLORED_TEXT_MAX } from '#contract/core/limits.ts'
import { cellText } from './Figures.tsx'
import { type Frame, REST } from './frame.ts'
import { coloursOfRows } from './points.ts'
import { levelsOf } from './scene/parts.ts'
import { seriesOf } from './series.ts'

type Coloured = { id: string; label: string; isRest: boolean }

/** The groups of the first level of parts within parts. */
function outermost(frame: Frame): Coloured[] {
  const [level] = levelsOf(frame)
  if (!level) return []
  const found = new Map(
    frame.answer.rows.map((row) => {
      const isRest = row.rest[level.at] ?? false
      return [
        isRest ? REST : JSON.stringify(row.cells[level.at] ?? null),
        { label: cellText(frame, level, row), isRest },
      ]
    }),
  )
  return [...found].map(([id, one]) => ({ id, ...one }))
}

function allOf(frame: Frame): readonly Coloured[] {
  switch (frame.definition.type) {
    case 'bar':
    case 'line':
    case 'step':
    case 'area':
    case 'histogram':
    case 'density':
    case 'box':
    case 'radar':
      return seriesOf(frame, ['y', 'y2'])
    case 'pie':
      return frame.groups.color?.categories ?? []
    case 'violin':
      return frame.groups.x?.categories ?? []
    case 'treemap':
    case 'sunburst':
    case 'sankey':
      return outermost(frame)
    case 'scatter':
    case 'bubble':
    case 'parallel':
    case 'map':
      return frame.answer.isBinned ? [] : coloursOfRows(frame)
    case 'calendar':
    case 'candle':
    case 'funnel':
    case 'gauge':
    case 'heatMap':
    case 'number':
    case 'pivotTable':
    case 'regionMap':
    case 'table':
    case 'wordCloud':
      return []
  }
}

/** The parts of a chart whose colour can be chosen, in the order of their colours; all others are grey. */
export const colouredOf = (frame: Frame): readonly Coloured[] =>
  allOf(frame)
    .filter(({ id, isRest }) => !isRest && id.length <= CHART_COLORED_TEXT_MAX)
    .slice(0, CHART_COLORED_MAX)
