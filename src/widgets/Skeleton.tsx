/** Widths of lines in percent, in turns, as texts are of unequal length. */
const WIDTHS = [64, 38, 52, 71, 45, 58]
const widthOf = (at: number) => `${WIDTHS[at % WIDTHS.length]}%`
const counted = (count: number) => Array.from({ length: count }, (_, at) => at)

/** A line of text that is loading. */
const Line = ({ at, className = '' }: { at: number; className?: string }) => (
  <span className={`skeleton line ${className}`} style={{ width: widthOf(at) }} />
)

/** Placeholder of a loading page: its title and what it lists. */
export const PageSkeleton = () => (
  <div className="page-skeleton" aria-busy="true">
    <span className="skeleton" style={{ width: 220, height: 28 }} />
    <LinesSkeleton rows={6} />
  </div>
)

/** Placeholder of loading lines, such as a list of one line each. */
export const LinesSkeleton = ({ rows }: { rows: number }) => (
  <div className="lines-skeleton" aria-busy="true">
    {counted(rows).map((at) => (
      <Line key={at} at={at} />
    ))}
  </div>
)

/** Placeholder of a loading text. */
export const TextSkeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="text-skeleton" aria-busy="true">
    {counted(lines).map((at) => (
      <span key={at} className="skeleton line" style={{ width: at === lines - 1 ? '42%' : '100%' }} />
    ))}
  </div>
)

/** Placeholder of loading properties: names on the left, values on the right. */
export const PropertiesSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div className="properties-skeleton" aria-busy="true">
    {counted(rows).map((at) => (
      <div key={at}>
        <Line at={at + 1} />
        <Line at={at} />
      </div>
    ))}
  </div>
)

/** Placeholder of a loading form: labels with their inputs. */
export const FormSkeleton = ({ fields = 4 }: { fields?: number }) => (
  <div className="form-skeleton" aria-busy="true">
    {counted(fields).map((at) => (
      <div key={at}>
        <span className="skeleton line" style={{ width: 96 }} />
        <span className="skeleton input" />
      </div>
    ))}
  </div>
)

/** Placeholder of a loading grid of cells. */
export const GridSkeleton = ({ rows = 10 }: { rows?: number }) => (
  <div className="grid-skeleton" aria-busy="true">
    {counted(rows).map((row) => (
      <div key={row}>
        {counted(5).map((column) => (
          <Line key={column} at={row + column} />
        ))}
      </div>
    ))}
  </div>
)

/** Placeholder of a loading chart. */
export const ChartSkeleton = () => (
  <div className="chart-skeleton" aria-busy="true">
    {counted(9).map((at) => (
      <span key={at} className="skeleton" style={{ height: widthOf(at) }} />
    ))}
  </div>
)

/** Placeholder of loading cards, each with a picture and two lines. */
export const CardsSkeleton = ({ className, cards }: { className: string; cards: number }) => (
  <div className={className} aria-busy="true">
    {counted(cards).map((at) => (
      <div key={at} className="card-skeleton">
        <span className="skeleton" />
        <Line at={at} />
        <Line at={at + 1} />
      </div>
    ))}
  </div>
)

/** Placeholder of a loading list whose rows have an icon and two lines. */
export const ListSkeleton = () => (
  <div className="list-skeleton" aria-busy="true">
    {counted(6).map((at) => (
      <div key={at}>
        <span className="skeleton" style={{ flex: 'none', width: 24, height: 24 }} />
        <span>
          <Line at={at} />
          <Line at={at + 2} className="second" />
        </span>
      </div>
    ))}
  </div>
)
