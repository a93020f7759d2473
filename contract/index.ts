import { account } from './account.ts'
import { accountDeletions } from './account-deletions.ts'
import { accountMerges } from './account-merges.ts'
import { applications } from './applications.ts'
import { approvals } from './approvals.ts'
import { archives } from './archives.ts'
import { audit } from './audit.ts'
import { backups } from './backups.ts'
import { calls } from './calls.ts'
import { capacity } from './capacity.ts'
import { components } from './components.ts'
import { consents } from './consents.ts'
import type { Operation } from './core/operation.ts'
import { dataSources } from './data-sources.ts'
import { dataViews } from './data-views.ts'
import { datasetAccess } from './dataset-access.ts'
import { datasetBoards } from './dataset-boards.ts'
import { favourites } from './favourites.ts'
import { files, trash } from './files.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { institutions } from './institutions.ts'
import { instruments } from './instruments.ts'
import { jobs } from './jobs.ts'
import { joining } from './joining.ts'
import { journal } from './journal.ts'
import { legacyApi } from './legacy-api.ts'
import { legalHolds } from './legal-holds.ts'
import { mails } from './mails.ts'
import { managedSpaces } from './managed-spaces.ts'
import { messages } from './messages.ts'
import { metadata } from './metadata.ts'
import { methods } from './methods.ts'
import { notices } from './notices.ts'
import { personalData } from './personal-data.ts'
import { preview } from './preview.ts'
import { protocols } from './protocols.ts'
import { publicationTemplates } from './publication-templates.ts'
import { publications } from './publications.ts'
import { registration } from './registration.ts'
import { registries } from './registries.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { rights } from './rights.ts'
import { savedFilters } from './saved-filters.ts'
import { search } from './search.ts'
import { senders } from './senders.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { shareAccess } from './share-access.ts'
import { shares } from './shares.ts'
import { signIn } from './sign-in.ts'
import { sourceImports } from './source-imports.ts'
import { spaces } from './spaces.ts'
import { statistics } from './statistics.ts'
import { tableComments } from './table-comments.ts'
import { tableFiles } from './table-files.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { traffic } from './traffic.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'
import { webhooks } from './webhooks.ts'

/** The whole contract, by capability. */
export const contract = {
  senders,
  session,
  backups,
  publications,
  publicationTemplates,
  registries,
  datasetAccess,
  datasetBoards,
  reviews,
  registration,
  signIn,
  account,
  personalData,
  users,
  accountDeletions,
  accountMerges,
  applications,
  consents,
  legacyApi,
  legalHolds,
  webhooks,
  methods,
  mails,
  jobs,
  health,
  notices,
  audit,
  settings,
  spaces,
  joining,
  rights,
  capacity,
  journal,
  approvals,
  messages,
  managedSpaces,
  savedFilters,
  statistics,
  traffic,
  calls,
  files,
  trash,
  search,
  uploads,
  protocols,
  tableComments,
  tableFiles,
  tables,
  dataViews,
  reports,
  dataSources,
  sourceImports,
  tasks,
  shares,
  shareAccess,
  favourites,
  archives,
  versions,
  imports,
  preview,
  metadata,
  components,
  institutions,
  instruments,
}

/** Every operation with its dotted name, for tests that walk all operations and for generated documents. */
export const operations: readonly (readonly [name: string, operation: Operation])[] = Object.entries(contract).flatMap(
  ([capability, calls]) =>
    Object.entries(calls).map(([name, call]) => [`${capability}.${name}`, call as Operation] as const),
)
