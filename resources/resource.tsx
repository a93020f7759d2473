import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>
type Declaration = { name: string; path: string; list: Load }

/** A resource of the console: its name is the contract's key, its paths and routes are derived from the declaration. */
export function defineResource({ name, path, list }: Declaration) {
  return { name, path, routes: [{ path, load: list }], refine: { name, list: path } }
}
