import type { G2Spec } from '@antv/g2'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { watchTheme } from './watch-theme.ts'

/** The tokens of tokens.css that a chart uses; a canvas needs them as values. */
export type ChartTokens = { ink: string; faint: string; line: string; font: string; series: readonly string[] }

function tokens(): ChartTokens {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: of('--ink'),
    faint: of('--faint'),
    line: of('--line'),
    font: of('--font'),
    series: ['--chart-1', '--chart-2', '--chart-3'].map(of),
  }
}

/** The tokens of the current theme. */
function useTokens(): ChartTokens {
  const [value, setValue] = useState(tokens)
  useEffect(() => watchTheme(() => setValue(tokens())), [])
  return value
}

/** The tooltip is an HTML element, so it can use CSS variables. */
const tooltipCss = {
  '.g2-tooltip': {
    background: 'var(--raised)',
    color: 'var(--ink)',
    'box-shadow': 'var(--shadow)',
    'border-radius': '8px',
    padding: '8px 12px',
    'font-family': 'var(--font)',
  },
  '.g2-tooltip-title': { color: 'var(--soft)', 'font-size': '12px' },
  '.g2-tooltip-list-item': { 'font-size': '13px', 'font-variant-numeric': 'tabular-nums' },
  '.g2-tooltip-list-item-name-label': { color: 'var(--ink)' },
  '.g2-tooltip-list-item-value': { color: 'var(--ink)' },
}

type Props = {
  /** Text alternative of the chart. */
  label: string
  height: number
  /** The G2 specification; must be referentially stable while the data is unchanged. */
  spec: (tokens: ChartTokens) => G2Spec
  /** Fallback if the chart cannot be drawn: the figures. */
  children: ReactNode
}

/** A G2 chart in the colours of the theme, as wide as its container. The library is loaded with the first chart. */
export function Chart({ label, height, spec, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const colours = useTokens()
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  useEffect(() => {
    let chart: { destroy: () => void } | null = null
    let isGone = false
    async function draw() {
      const { G2 } = await import('./g2.ts')
      if (isGone || !place.current) return
      const drawing = new G2({ container: place.current, autoFit: true, height })
      chart = drawing
      const base = { interaction: { tooltip: { css: tooltipCss, shared: true } }, animate: false }
      drawing.options({ ...base, ...spec(colours) } as G2Spec)
      await drawing.render()
    }
    draw().then(
      () => !isGone && setState('drawn'),
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
      chart?.destroy()
    }
  }, [spec, colours, height])
  if (state === 'failed') return children
  const className = state === 'loading' ? 'skeleton' : undefined
  return <div ref={place} className={className} role="img" aria-label={label} style={{ height }} />
}
