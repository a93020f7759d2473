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
