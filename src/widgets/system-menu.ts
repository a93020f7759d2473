import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'

/** Groups of system management, in their order. */
export const menuGroups = ['management', 'operation', 'site', 'accounts', 'spaces'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** A section of system management: a page for administrators, with its name and what it is for. */
export type MenuSection = {
  path: string
  group: MenuGroup
  /** Sort order within the group. */
  order: number
  title: (t: TFunction) => string
  hint: (t: TFunction) => string
}

const Sections = createContext<readonly MenuSection[]>([])
export const SystemSections = Sections.Provider
/** The sections that the site has; their texts are those of system management. */
export const useSystemSections = (): readonly MenuSection[] => useContext(Sections)
