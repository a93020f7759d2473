type Bundle = 'public' | 'console' | 'later' | 'system' | 'server'
type Row<B extends Bundle, Words> = { bundle: B; words?: Words }

const row =
  <B extends Bundle>(bundle: B) =>
  <Words>(): Row<B, Words> => ({ bundle })

/** Each by itself: a public page fetches those that it says. */
const alone = row('public')
/** With the frame of the console and the list of spaces. */
const first = row('console')
/** With the first other part of the console. */
const later = row('later')
/** With the first part of system management. */
const system = row('system')
/** Never: the server alone says them. */
const unsent = row('server')

/** What there are words of, when they come to the browser, and their shape: the Chinese file says which keys there are. */
export const manifest = {
  account: later<typeof import('./zh/account.json')>(),
  accountDeletions: system<typeof import('./zh/accountDeletions.json')>(),
  accountMerges: system<typeof import('./zh/accountMerges.json')>(),
  api: unsent<typeof import('./zh/api.json')>(),
  applications: later<typeof import('./zh/applications.json')>(),
  approvals: later<typeof import('./zh/approvals.json')>(),
  archives: later<typeof import('./zh/archives.json')>(),
  audit: system<typeof import('./zh/audit.json')>(),
  calls: system<typeof import('./zh/calls.json')>(),
  capacity: later<typeof import('./zh/capacity.json')>(),
  charts: later<typeof import('./zh/charts.json')>(),
  common: first<typeof import('./zh/common.json')>(),
  configuration: unsent<typeof import('./zh/configuration.json')>(),
  consents: later<typeof import('./zh/consents.json')>(),
  components: later<typeof import('./zh/components.json')>(),
  dataViews: later<typeof import('./zh/dataViews.json')>(),
  dataSources: later<typeof import('./zh/dataSources.json')>(),
  datasetAccess: alone<typeof import('./zh/datasetAccess.json')>(),
  datasetBoards: alone<typeof import('./zh/datasetBoards.json')>(),
  datasets: alone<typeof import('./zh/datasets.json')>(),
  errors: alone<typeof import('./zh/errors.json')>(),
  savedFilters: later<typeof import('./zh/savedFilters.json')>(),
  favourites: later<typeof import('./zh/favourites.json')>(),
  files: later<typeof import('./zh/files.json')>(),
  grid: later<typeof import('./zh/grid.json')>(),
  health: system<typeof import('./zh/health.json')>(),
  help: alone<typeof import('./zh/help.json')>(),
  home: alone<typeof import('./zh/home.json')>(),
  imports: later<typeof import('./zh/imports.json')>(),
  institutions: system<typeof import('./zh/institutions.json')>(),
  backups: later<typeof import('./zh/backups.json')>(),
  instruments: later<typeof import('./zh/instruments.json')>(),
  invitation: alone<typeof import('./zh/invitation.json')>(),
  joining: first<typeof import('./zh/joining.json')>(),
  jobs: system<typeof import('./zh/jobs.json')>(),
  journal: later<typeof import('./zh/journal.json')>(),
  legalHolds: system<typeof import('./zh/legalHolds.json')>(),
  legacyApi: unsent<typeof import('./zh/legacyApi.json')>(),
  mailSteps: alone<typeof import('./zh/mailSteps.json')>(),
  mails: system<typeof import('./zh/mails.json')>(),
  managedSpaces: system<typeof import('./zh/managedSpaces.json')>(),
  messages: later<typeof import('./zh/messages.json')>(),
  metadata: later<typeof import('./zh/metadata.json')>(),
  methods: system<typeof import('./zh/methods.json')>(),
  notices: system<typeof import('./zh/notices.json')>(),
  personalData: later<typeof import('./zh/personalData.json')>(),
  policy: first<typeof import('./zh/policy.json')>(),
  preview: later<typeof import('./zh/preview.json')>(),
  protocols: later<typeof import('./zh/protocols.json')>(),
  publicationTemplates: system<typeof import('./zh/publicationTemplates.json')>(),
  publications: later<typeof import('./zh/publications.json')>(),
  refusals: system<typeof import('./zh/refusals.json')>(),
  registration: alone<typeof import('./zh/registration.json')>(),
  registries: later<typeof import('./zh/registries.json')>(),
  reports: later<typeof import('./zh/reports.json')>(),
  reviews: later<typeof import('./zh/reviews.json')>(),
  rights: later<typeof import('./zh/rights.json')>(),
  richText: later<typeof import('./zh/richText.json')>(),
  search: later<typeof import('./zh/search.json')>(),
  senders: system<typeof import('./zh/senders.json')>(),
  session: alone<typeof import('./zh/session.json')>(),
  settings: later<typeof import('./zh/settings.json')>(),
  shareAccess: alone<typeof import('./zh/shareAccess.json')>(),
  shares: later<typeof import('./zh/shares.json')>(),
  shell: alone<typeof import('./zh/shell.json')>(),
  signIn: alone<typeof import('./zh/signIn.json')>(),
  sourceImports: later<typeof import('./zh/sourceImports.json')>(),
  spacePage: alone<typeof import('./zh/spacePage.json')>(),
  spaces: first<typeof import('./zh/spaces.json')>(),
  statistics: system<typeof import('./zh/statistics.json')>(),
  tableComments: later<typeof import('./zh/tableComments.json')>(),
  traffic: system<typeof import('./zh/traffic.json')>(),
  tableFiles: later<typeof import('./zh/tableFiles.json')>(),
  tableFormulas: later<typeof import('./zh/tableFormulas.json')>(),
  tables: later<typeof import('./zh/tables.json')>(),
  tasks: later<typeof import('./zh/tasks.json')>(),
  trash: later<typeof import('./zh/trash.json')>(),
  uploads: first<typeof import('./zh/uploads.json')>(),
  users: system<typeof import('./zh/users.json')>(),
  versions: later<typeof import('./zh/versions.json')>(),
  webhooks: later<typeof import('./zh/webhooks.json')>(),
  webdav: system<typeof import('./zh/webdav.json')>(),
}
