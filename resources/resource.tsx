import type { ComponentType } from 'react'
import type { Operation } from '#contract/core/operation.ts'

type Load = () => Promise<{ default: ComponentType }>
type Declaration = {
  name: string
  path: string
  list: Load
  /** The operation that its list asks. The contract of what few people open comes with it. */
  operation?: () => Promise<Operation>
}

/** A resource of the console: its name is the contract's key, its paths and routes are derived from the declaration. */
export function defineResource({ name, path, list, operation }: Declaration) {
  return { name, path, routes: [{ path, load: list }], refine: { name, list: path }, operation }
}
