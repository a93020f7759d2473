import type { ReactNode } from 'react'
import type { ChartType } from '#contract/charts/definition.ts'

/** An axis below and on the left, as charts have. */
const AXES = <path d="M3 3v14h14" />
const dot = (x: number, y: number, r = 1.4) => <circle cx={x} cy={y} r={r} fill="currentColor" stroke="none" />
const full = (d: string) => <path d={d} fill="currentColor" stroke="none" />

/** What each type of chart draws, on 20 by 20. */
const drawings: Record<ChartType, ReactNode> = {
  table: <path d="M3 4h14v12H3zM3 8h14M3 12h14M8 4v12" />,
  number: <path d="M4 7l2.5-2v10M10 7.5a2.5 2.5 0 0 1 5 0c0 2.5-5 4-5 7.5h5.5" />,
  gauge: <path d="M3 14a7 7 0 0 1 14 0M10 14l3.5-4.5M3 14h2M15 14h2" />,
  bar: (
    <>
      {AXES}
      <path d="M6.5 17v-5M10.5 17V6M14.5 17V9" strokeWidth="2.6" />
    </>
  ),
  line: (
    <>
      {AXES}
      <path d="M5 13l3.5-4 3 2.5L16.5 5" />
    </>
  ),
  area: (
    <>
      {AXES}
      <path d="M5 12l3.5-4 3 2.5L16.5 5v9.5H5z" fill="currentColor" fillOpacity="0.35" />
    </>
  ),
  step: (
    <>
      {AXES}
      <path d="M5 14h3v-3.5h4V7h2.5V4.5H17" />
    </>
  ),
  scatter: (
    <>
      {AXES}
      {dot(6.5, 13)}
      {dot(8.5, 9)}
      {dot(11.5, 11)}
      {dot(12.5, 6.5)}
      {dot(16, 5)}
    </>
  ),
  bubble: (
    <>
      {AXES}
      <circle cx="7.5" cy="11.5" r="2.2" />
      <circle cx="13.3" cy="7" r="3.4" />
      {dot(13.5, 14)}
    </>
  ),
  parallel: (
    <>
      <path d="M3.5 3v14M10 3v14M16.5 3v14" />
      <path d="M3.5 6L10 12.5l6.5-7M3.5 13.5L10 6.5l6.5 7.5" strokeWidth="1.1" />
    </>
  ),
  histogram: <path d="M3 17h14M3.5 17v-4h3.25V8H10V4h3.25v6h3.25v7M6.75 17v-4M10 17V8M13.25 17v-7" />,
  density: (
    <>
      <path d="M3 17h14" />
      <path d="M3 15c3.5 0 3.5-10.5 7-10.5S13.5 15 17 15" />
    </>
  ),
  box: (
    <>
      <path d="M6 3v4M6 13v4M4.5 3h3M4.5 17h3M3.5 7h5v6h-5zM3.5 10.5h5" />
      <path d="M14 5v3M14 14v2.5M12.5 5h3M12.5 16.5h3M11.5 8h5v6h-5zM11.5 10.5h5" />
    </>
  ),
  violin: (
    <>
      <path d="M10 2c0 3 4.5 3 4.5 5.5S12 10.5 12 12s3.5 1 3.5 2.800S10 16 10 18c0-2-5.5-1.400-5.5-3.200S8 13.5 8 12 5.5 10 5.5 7.5 10 5 10 2z" />
      <path d="M10 7v7" strokeWidth="1.1" />
    </>
  ),
  heatMap: (
    <>
      <path d="M3 3h14v14H3zM3 7.7h14M3 12.3h14M7.7 3v14M12.3 3v14" strokeWidth="1.1" />
      {full('M7.7 3h4.6v4.7H7.7zM3 7.7h4.7v4.6H3zM12.3 12.3H17V17h-4.7z')}
    </>
  ),
  calendar: (
    <>
      <path d="M3 4.5h14V17H3zM3 8.5h14M6.5 2.5v4M13.5 2.5v4" />
      {full('M5.5 10.5h2v2h-2zM9 10.5h2v2H9zM12.5 10.5h2v2h-2zM5.5 13.5h2v2h-2zM9 13.5h2v2H9z')}
    </>
  ),
  candle: (
    <>
      <path d="M5 3v3M5 13v4M10 5v2M10 12v3M15 2.5v3M15 11v3M3.5 6h3v7h-3zM13.5 5.5h3V11h-3z" />
      <path d="M8.5 7h3v5h-3z" fill="currentColor" />
    </>
  ),
  pie: <path d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 3v7l5.5 4.3M10 10H3" />,
  treemap: <path d="M3 3h14v14H3zM10.5 3v14M10.5 9.5H17M13.8 9.5V17M3 12.5h7.5" />,
  sunburst: (
    <>
      <circle cx="10" cy="10" r="3" />
      <circle cx="10" cy="10" r="7" />
      <path d="M10 3v4M16.1 13.5l-3.5-2M3.9 13.5l3.5-2M3.9 6.5l3.5 2" />
    </>
  ),
  sankey: (
    <>
      <path d="M3.5 3v5.5M3.5 11.5v5.5M16.5 3v8M16.5 14v3" />
      <path d="M3.5 4c6 0 7 .5 13 .5M3.5 7.5c6 0 7 8 13 8M3.5 14c6 0 7-5 13-5" strokeWidth="1.3" />
    </>
  ),
  funnel: <path d="M3 4h14l-1.7 4H4.7zM4.7 8l1.8 4h7l1.8-4M6.5 12l1.3 4h4.4l1.3-4" />,
  radar: (
    <>
      <path d="M10 2.5l7.1 5.2-2.7 8.4H5.6L2.9 7.7z" strokeWidth="1.1" />
      <path d="M10 5.5l4 3.2-1.5 4.8-4.5-1L5.8 8.7z" fill="currentColor" fillOpacity="0.35" />
    </>
  ),
  wordCloud: (
    <>
      <path d="M5 8h10" strokeWidth="3" />
      <path d="M3 12.5h6.5M12.5 12.5H17" strokeWidth="2" />
      <path d="M8 4h6M6 16h7" strokeWidth="1.3" />
    </>
  ),
  map: (
    <>
      <path d="M10 17.5c-3.7-4-5.5-6.7-5.5-9.5a5.5 5.5 0 0 1 11 0c0 2.8-1.8 5.5-5.5 9.5z" />
      {dot(10, 8, 1.9)}
    </>
  ),
  regionMap: (
    <>
      <path d="M3 5l5-2 4 2 5-2v12l-5 2-4-2-5 2zM8 3v12M12 5v12" />
      <path d="M8 3l4 2v12l-4-2z" fill="currentColor" fillOpacity="0.35" stroke="none" />
    </>
  ),
  pivotTable: (
    <>
      <path d="M3 3h14v14H3zM3 7.5h14M7.5 3v14" />
      {full('M9.5 9.5h2.3v2.3H9.5zM13 13h2.3v2.3H13z')}
    </>
  ),
}

/** A small drawing of a type of chart, in the colour of the text beside it. */
export const TypeIcon = ({ type }: { type: ChartType }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden="true"
  >
    {drawings[type]}
  </svg>
)
