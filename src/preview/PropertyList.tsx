export type Property = readonly [name: string, value: string]

/** What a file says of itself, name by name. */
export function PropertyList({ properties }: { properties: readonly Property[] }) {
  return (
    <dl className="property-list">
      {properties.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
