import { useEffect, useMemo, useRef, useState } from 'react'
import { useChartTokens } from '../widgets/Chart.tsx'
import { DrawNotes } from './DrawNotes.tsx'
import { Figures } from './Figures.tsx'
import type { Frame, IndexedRow } from './frame.ts'
import type { Painter, Painting } from './kind.ts'
import { drawTokens } from './palettes.ts'
import type { Regions } from './scene/regions.ts'
import { ScenePicture } from './scene/ScenePicture.tsx'

type Props = {
  load: () => Promise<{ paint: Painter }>
  frame: Frame
  rows: readonly IndexedRow[]
  regions: Regions
  label: string
  onPick?: ((row: number) => void) | undefined
}
type Size = { width: number; height: number }

/** The width of a text in the page's font. */
function measureWith(font: string): Painting['measure'] {
  const context = document.createElement('canvas').getContext('2d')
  return (text, size) => {
    if (!context) return text.length * size
    context.font = `${size}px ${font}`
    return context.measureText(text).width
  }
}

/** A drawing that is painted as shapes, as large as its place. */
export function PaintedFacet({ load, frame, rows, regions, label, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const tokens = useChartTokens()
  const [painter, setPainter] = useState<{ paint: Painter } | 'failed'>()
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    let isGone = false
    load().then(
      (loaded) => !isGone && setPainter(loaded),
      () => !isGone && setPainter('failed'),
    )
    return () => {
      isGone = true
    }
  }, [load])
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const painted = useMemo(() => {
    if (typeof painter !== 'object' || !size || size.width < 1 || size.height < 1) return null
    return painter.paint({
      frame,
      rows,
      tokens: drawTokens(tokens, frame.definition.options),
      regions,
      ...size,
      measure: measureWith(tokens.font),
    })
  }, [painter, size, frame, rows, tokens, regions])
  if (painter === 'failed') return <Figures frame={frame} label={label} onPick={onPick} />
  const isNone = painted !== null && painted.shapes.length === 0 && painted.notes.length > 0
  return (
    <div className="chart-drawing">
      <div ref={place} className={painted ? 'chart-scene' : 'chart-scene skeleton'}>
        {isNone && <DrawNotes notes={painted.notes} isAll />}
        {painted && size && !isNone && (
          <ScenePicture shapes={painted.shapes} {...size} font={tokens.font} label={label} onPick={onPick} />
        )}
      </div>
      {painted && !isNone && <DrawNotes notes={painted.notes} />}
    </div>
  )
}
