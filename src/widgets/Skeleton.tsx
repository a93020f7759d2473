/** Placeholder of a loading page. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" aria-busy="true">
      <div className="skeleton" style={{ width: 220, height: 28 }} />
      <div className="skeleton" style={{ width: '100%', height: 160 }} />
      <div className="skeleton" style={{ width: '100%', height: 160 }} />
    </div>
  )
}

/** Placeholder of loading lines. */
export function LinesSkeleton({ rows }: { rows: number }) {
  return (
    <div className="lines-skeleton" aria-busy="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="skeleton" />
      ))}
    </div>
  )
}

/** Placeholder of a loading list whose rows have an icon and two lines. */
export const ListSkeleton = () => (
  <div className="list-skeleton" aria-busy="true">
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at}>
        <span className="skeleton" style={{ flex: 'none', width: 24, height: 24 }} />
        <span>
          <span className="skeleton" style={{ width: `${24 + ((at * 17) % 30)}%`, height: 12 }} />
          <span className="skeleton" style={{ width: '48%', height: 10, marginTop: 8 }} />
        </span>
      </div>
    ))}
  </div>
)
