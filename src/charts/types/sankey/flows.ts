import { cellText } from '../../Figures.tsx'
import { numberOf, REST } from '../../frame.ts'
import type { Painting } from '../../kind.ts'
import { levelsOf } from '../../scene/parts.ts'

export type Stop = {
  id: string
  label: string
  level: number
  value: number
  isRest: boolean
  y: number
  height: number
}
export type Flow = {
  from: Stop
  to: Stop
  value: number
  index: number | undefined
  y0: number
  y1: number
  height: number
}

/** Space between two stops of a level, in px. */
const GAP_PX = 10
const WEAK = 1e-9

/** What flows from each level to the next; null when a value is negative. */
export function flowsOf({ frame, rows }: Painting): { stops: Stop[][]; flows: Flow[] } | null {
  const levels = levelsOf(frame)
  const [measure] = frame.of('y')
  if (!measure) return { stops: [], flows: [] }
  const stops = levels.map(() => new Map<string, Stop>())
  const flows = new Map<string, Flow>()
  for (const { row, index } of rows) {
    const value = numberOf(row.cells[measure.at]) ?? 0
    if (value < 0) return null
    if (value === 0) continue
    const path = levels.map((level, at) => {
      const id = row.rest[level.at] ? REST : JSON.stringify(row.cells[level.at] ?? null)
      const label = cellText(frame, level, row)
      const stop = stops[at]?.get(id) ?? { id, label, level: at, value: 0, isRest: id === REST, y: 0, height: 0 }
      stop.value += value
      stops[at]?.set(id, stop)
      return stop
    })
    for (const [at, from] of path.entries()) {
      const to = path[at + 1]
      if (!to) continue
      const key = JSON.stringify([at, from.id, to.id])
      const known = flows.get(key)
      if (known) Object.assign(known, { value: known.value + value, index: undefined })
      else flows.set(key, { from, to, value, index, y0: 0, y1: 0, height: 0 })
    }
  }
  return { stops: stops.map((of) => [...of.values()]), flows: [...flows.values()] }
}

/** Positions nodes and flows: the largest on top, then each level by where its flows come from. */
export function placeFlows({ stops, flows }: { stops: Stop[][]; flows: Flow[] }, height: number): void {
  const gapOf = (of: readonly Stop[]) => Math.min(GAP_PX, (height * 0.4) / Math.max(1, of.length - 1))
  const scale = Math.min(
    ...stops.map((of) => (height - gapOf(of) * (of.length - 1)) / of.reduce((sum, { value }) => sum + value, WEAK)),
  )
  for (const [level, of] of stops.entries()) {
    const weights = new Map(of.map((stop) => [stop, level === 0 ? -stop.value : sourceOf(stop, flows)]))
    of.sort(
      (one, other) => Number(one.isRest) - Number(other.isRest) || (weights.get(one) ?? 0) - (weights.get(other) ?? 0),
    )
    let y = 0
    for (const stop of of) {
      Object.assign(stop, { y, height: stop.value * scale })
      y += stop.height + gapOf(of)
    }
  }
  const ends = new Map<string, number>()
  const next = (stop: Stop, side: 'in' | 'out', length: number) => {
    const key = JSON.stringify([side, stop.level, stop.id])
    const at = ends.get(key) ?? stop.y
    ends.set(key, at + length)
    return at
  }
  for (const flow of flows) flow.height = flow.value * scale
  for (const flow of flows.toSorted((one, other) => one.to.y - other.to.y))
    flow.y0 = next(flow.from, 'out', flow.height)
  for (const flow of flows.toSorted((one, other) => one.from.y - other.from.y))
    flow.y1 = next(flow.to, 'in', flow.height)
}

/** The mean position of a node's sources. */
function sourceOf(stop: Stop, flows: readonly Flow[]): number {
  const into = flows.filter(({ to }) => to === stop)
  const weight = into.reduce((sum, { value }) => sum + value, WEAK)
  return into.reduce((sum, { from, value }) => sum + (from.y + from.height / 2) * value, 0) / weight
}
