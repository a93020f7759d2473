import type { G2Spec } from '@antv/g2'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { watchTheme } from './watch-theme.ts'

/** What a drawing takes from tokens.css: a canvas knows no names of colours. */
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

/** The tokens of the theme that is shown now. */
function useTokens(): ChartTokens {
  const [value, setValue] = useState(tokens)
  useEffect(() => watchTheme(() => setValue(tokens())), [])
  return value
}

/** The tooltip is a part of the page, so names of tokens work there. */
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
  /** What is to be seen, for those who do not see it. */
  label: string
  height: number
  /** The drawing in the words of G2. The same function as long as the data is the same. */
  spec: (tokens: ChartTokens) => G2Spec
  /** Stands there when nothing can be drawn: the figures themselves. */
  children: ReactNode
}

/** A chart of G2 in the colours of the theme, as wide as its place. The library comes when the first one is shown. */
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
