import { type SystemSection, sectionPath } from '#contract/pages/paths.ts'
import type { MenuGroup, MenuSection } from '../../widgets/system-menu.ts'

/** Sections of system management whose pages are no Refine resources; resources declare theirs themselves. */
const own = {
  statistics: { group: 'management', order: 30 },
  traffic: { group: 'management', order: 35 },
  health: { group: 'operation', order: 10 },
  retention: { group: 'operation', order: 35 },
  maintenance: { group: 'operation', order: 30 },
  configuration: { group: 'operation', order: 40 },
  jobs: { group: 'operation', order: 20 },
  audit: { group: 'management', order: 50 },
  website: { group: 'site', order: 10 },
  institution: { group: 'site', order: 20 },
  mails: { group: 'site', order: 30 },
  accounts: { group: 'accounts', order: 10 },
  methods: { group: 'accounts', order: 20 },
  spaceDefaults: { group: 'spaces', order: 10 },
  rights: { group: 'spaces', order: 20 },
  approvals: { group: 'spaces', order: 30 },
  features: { group: 'spaces', order: 40 },
} as const satisfies { [Section in SystemSection]?: { group: MenuGroup; order: number } }
export type OwnSection = keyof typeof own

export const ownSections: readonly MenuSection[] = (Object.keys(own) as OwnSection[]).map((name) => ({
  ...own[name],
  path: sectionPath(name),
  title: (t) => t(`settings.system.sections.${name}`),
  hint: (t) => t(`settings.system.hints.${name}`),
}))
