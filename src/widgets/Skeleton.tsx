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
