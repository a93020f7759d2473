import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type VectorPicture, vectorsOf } from './canvas-svg.ts'
import { type ChartTokens, chartTokens } from './chart-tokens.ts'
import { tooltipCss, tooltipElement } from './chart-tooltip.ts'
import { watchTheme } from './watch-theme.ts'
import './chart.css'

/** The tokens of the current theme. */
export function useChartTokens(): ChartTokens {
  const [value, setValue] = useState(chartTokens)
  useEffect(() => watchTheme(() => setValue(chartTokens())), [])
  return value
}

/** A specification as the library takes it. */
export type DrawSpec = { interaction?: { tooltip?: object } } & Record<string, unknown>
/** The members of the library used here: its own types differ for each set of parts. */
type Drawing = {
  options: (spec: object) => unknown
  on: (event: string, listen: (event: { data?: { data?: unknown } }) => void) => unknown
  render: () => Promise<unknown>
  forceFit: () => Promise<unknown>
  destroy: () => void
  getContext: () => { canvas?: { document: { documentElement: unknown } } }
}

const drawings = new WeakMap<Element, Drawing>()
/** The drawing in the place of a chart, as vectors; null if there is none. */
export function pictureIn(place: Element): VectorPicture | null {
  const root = drawings.get(place)?.getContext().canvas?.document.documentElement
  const { width, height } = place.getBoundingClientRect()
  return root ? vectorsOf(root, { width, height }) : null
}
export type Library = { G2: new (options: object) => Drawing }
const smallLibrary = (): Promise<Library> => import('./g2.ts')

/** Around a chart, in px: little, but on the right for the half of the last label below an axis. */
const MARGINS = { marginTop: 8, marginRight: 32, marginBottom: 4, marginLeft: 8 }

/** Every option of a drawing; no chart is animated, and what its tooltip shows is text. */
function optionsOf({ interaction, ...spec }: DrawSpec): object {
  const tooltip = { shared: true, css: tooltipCss, render: tooltipElement, ...interaction?.tooltip }
  return { ...MARGINS, ...spec, animate: false, interaction: { ...interaction, tooltip } }
}

type Props = {
  /** Text alternative of the chart. */
  label: string
  /** In px; without it the chart is as high as its container. */
  height?: number
  /** The G2 specification; must be referentially stable while the data is unchanged. */
  spec: (tokens: ChartTokens) => DrawSpec
  /** The library with the chart types of the specification; a smaller one by default. */
  load?: () => Promise<Library>
  /** The datum of a shape that was clicked. */
  onPick?: ((datum: unknown) => void) | undefined
  /** Fallback if the chart cannot be drawn: the figures. */
  children: ReactNode
}

/** A G2 chart in the colours of the theme, as large as its container. The library is loaded with the first chart. */
export function Chart({ label, height, spec, load = smallLibrary, onPick, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const picked = useRef(onPick)
  const colours = useChartTokens()
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  useEffect(() => {
    picked.current = onPick
  }, [onPick])
  useEffect(() => {
    let isGone = false
    let leave = () => {}
    async function draw() {
      const { G2 } = await load()
      const container = place.current
      if (isGone || !container) return
      const drawing = new G2({ container, autoFit: true, ...(height && { height }) })
      drawing.options(optionsOf(spec(colours)))
      drawing.on('element:click', ({ data }) => picked.current?.(data?.data))
      // The library fits its charts to the window alone.
      const observer = new ResizeObserver(() => void drawing.forceFit().catch(() => {}))
      const rendered = drawing.render()
      leave = () => {
        observer.disconnect()
        // A chart that is destroyed while drawing leaves elements behind.
        void rendered.then(() => drawing.destroy()).catch(() => {})
      }
      await rendered
      if (isGone) return
      drawings.set(container, drawing)
      observer.observe(container)
    }
    draw().then(
      () => !isGone && setState('drawn'),
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
      leave()
    }
  }, [spec, colours, height, load])
  if (state === 'failed') return children
  const className = state === 'loading' ? 'chart-place skeleton' : 'chart-place'
  return <div ref={place} className={className} role="img" aria-label={label} style={{ height: height ?? '100%' }} />
}
