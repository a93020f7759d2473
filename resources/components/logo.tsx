import type { Component, MarketItem } from '#contract/components.ts'

/** The picture of a component, or the first letter of its name. */
export function Logo({ item: { logo, name } }: { item: Pick<Component | MarketItem, 'logo' | 'name'> }) {
  if (logo) return <img className="component-logo" src={logo} alt="" width="40" height="40" />
  return (
    <span className="component-logo" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
