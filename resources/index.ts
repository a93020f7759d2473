import applications from './applications/index.tsx'
import approvals from './approvals/index.tsx'
import backups from './backups/index.tsx'
import components from './components/index.tsx'
import institutions from './institutions/index.tsx'
import instruments from './instruments/index.tsx'
import legalHolds from './legal-holds/index.tsx'
import managedSpaces from './managed-spaces/index.tsx'
import publicationTemplates from './publication-templates/index.tsx'
import publications from './publications/index.tsx'
import registries from './registries/index.tsx'
import senders from './senders/index.tsx'
import spaces from './spaces/index.tsx'
import users from './users/index.tsx'

/** Every resource of the console, in menu order. */
export const resources = [
  spaces,
  publications,
  approvals,
  users,
  managedSpaces,
  backups,
  components,
  applications,
  institutions,
  senders,
  publicationTemplates,
  registries,
  instruments,
  legalHolds,
]
/** The list operation of each resource. */
export const lists = Object.fromEntries(
  resources.flatMap(({ name, operation }) => (operation ? [[name, operation] as const] : [])),
)
export const refineResources = resources.map((resource) => resource.refine)
