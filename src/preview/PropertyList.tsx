export type Property = readonly [name: string, value: string]

/** The properties of a file as names and values. */
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
