/** Placeholder for a list of people that is loading. */
export function RowsSkeleton() {
  return (
    <div className="joining-skeleton" aria-busy="true">
      {Array.from({ length: 4 }, (_, i) => (
        <div key={i} className="skeleton" />
      ))}
    </div>
  )
}
