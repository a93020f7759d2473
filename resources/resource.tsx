import type { ComponentType } from 'react'
import type { Operation } from '#contract/core/operation.ts'
import type { Feature } from '#contract/settings.ts'
import type { MenuSection } from '../src/widgets/system-menu.ts'

type Load = () => Promise<{ default: ComponentType }>
type Declaration = {
  name: string
  path: string
  list: Load
  /** Its other pages outside of system management. */
  pages?: { path: string; load: Load }[]
  /** The list operation, loaded on demand together with its contract, because few users open some of the resources. */
  operation?: () => Promise<Operation>
  /** Where system management shows it; its path is then below `/systemConfig`. */
  section?: Omit<MenuSection, 'path'>
  /** The site has it only while this feature is on. */
  feature?: Feature
}

/**
 * Declares a resource of the console: its name is the contract's key; paths and routes are derived from the
 * declaration.
 */
export function defineResource({ name, path, list, pages = [], operation, section, feature }: Declaration) {
  return {
    name,
    path,
    routes: [{ path, load: list }, ...pages].map((page) => ({ ...page, feature })),
    refine: { name, list: path },
    operation,
    section: section && { ...section, path },
    feature,
  }
}
