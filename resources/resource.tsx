import type { ComponentType } from 'react'
import type { Operation } from '#contract/core/operation.ts'

type Load = () => Promise<{ default: ComponentType }>
type Declaration = {
  name: string
  path: string
  list: Load
  /** The list operation, loaded on demand together with its contract, because few users open some of the resources. */
  operation?: () => Promise<Operation>
}

/**
 * Declares a resource of the console: its name is the contract's key; paths and routes are derived from the
 * declaration.
 */
export function defineResource({ name, path, list, operation }: Declaration) {
  return { name, path, routes: [{ path, load: list }], refine: { name, list: path }, operation }
}
