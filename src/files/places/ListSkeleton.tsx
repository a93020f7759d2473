/** The shape of a list of items with two lines each, while it is on its way. */
export const ListSkeleton = () => (
  <ul aria-busy="true">
    {Array.from({ length: 6 }, (_, at) => (
      <li key={at}>
        <span className="skeleton" style={{ flex: 'none', width: 24, height: 24 }} />
        <span className="trash-properties">
          <span className="skeleton" style={{ display: 'block', width: `${24 + ((at * 17) % 30)}%`, height: 12 }} />
          <span className="skeleton" style={{ display: 'block', width: '48%', height: 10, marginTop: 8 }} />
        </span>
      </li>
    ))}
  </ul>
)
