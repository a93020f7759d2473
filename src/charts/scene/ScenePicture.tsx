import { memo, type PointerEvent, useState } from 'react'
import { tooltipElement } from '../../widgets/chart-tooltip.ts'
import type { Shape, Tip } from './shapes.ts'

type Props = {
  shapes: readonly Shape[]
  width: number
  height: number
  font: string
  label: string
  onPick?: ((row: number) => void) | undefined
}
type Shown = { x: number; y: number; tip: Tip }

/** Distance of the box from the pointer, in px. */
const APART_PX = 12

/** Shapes as SVG, with a tooltip for each. */
export function ScenePicture({ shapes, width, height, font, label, onPick }: Props) {
  const [shown, setShown] = useState<Shown | null>(null)
  const shapeAt = (target: EventTarget) =>
    target instanceof SVGElement && target.dataset.at !== undefined ? shapes[Number(target.dataset.at)] : undefined
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const tip = shapeAt(event.target)?.tip
    const box = event.currentTarget.getBoundingClientRect()
    setShown(tip ? { x: event.clientX - box.left, y: event.clientY - box.top, tip } : null)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table of the chart has a button for each row */}
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        fontFamily={font}
        data-pickable={onPick !== undefined}
        onPointerMove={point}
        onPointerLeave={() => setShown(null)}
        onClick={({ target }) => {
          const index = shapeAt(target)?.index
          if (index !== undefined) onPick?.(index)
        }}
      >
        <Shapes shapes={shapes} />
      </svg>
      {shown && <Beside {...shown} isRight={shown.x > width / 2} isLow={shown.y > height / 2} />}
    </>
  )
}

const Shapes = memo(function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map((shape, at) => {
    const own = { 'data-at': shape.tip ? at : undefined, 'data-row': shape.index }
    if (shape.kind === 'path') {
      const { d, fill = 'none', stroke, lineWidth, opacity, dash } = shape
      return (
        <path
          key={at}
          d={d}
          fill={fill}
          stroke={stroke}
          strokeWidth={lineWidth}
          opacity={opacity}
          strokeDasharray={dash}
          {...own}
        />
      )
    }
    const { x, y, text, size, fill, anchor, weight, rotate } = shape
    return (
      <text
        key={at}
        x={x}
        y={y}
        fontSize={size}
        fill={fill}
        textAnchor={anchor}
        fontWeight={weight}
        transform={rotate ? `rotate(${rotate} ${x} ${y})` : undefined}
        {...own}
      >
        {text}
      </text>
    )
  })
})

function Beside({ x, y, tip, isRight, isLow }: Shown & { isRight: boolean; isLow: boolean }) {
  const style = {
    left: x + (isRight ? -APART_PX : APART_PX),
    top: y + (isLow ? -APART_PX : APART_PX),
    transform: `translate(${isRight ? '-100%' : '0'}, ${isLow ? '-100%' : '0'})`,
  }
  return (
    <div
      className="chart-beside"
      style={style}
      aria-hidden="true"
      ref={(element) => element?.replaceChildren(tooltipElement(null, { title: tip.title, items: [...tip.items] }))}
    />
  )
}
