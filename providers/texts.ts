import type zhAccount from '#locales/zh/account.json'
import type zhApprovals from '#locales/zh/approvals.json'
import type zhArchives from '#locales/zh/archives.json'
import type zhAudit from '#locales/zh/audit.json'
import type zhCapacity from '#locales/zh/capacity.json'
import type zhCommon from '#locales/zh/common.json'
import type zhComponents from '#locales/zh/components.json'
import type zhErrors from '#locales/zh/errors.json'
import type zhFavourites from '#locales/zh/favourites.json'
import type zhFiles from '#locales/zh/files.json'
import type zhHome from '#locales/zh/home.json'
import type zhImports from '#locales/zh/imports.json'
import type zhInvitation from '#locales/zh/invitation.json'
import type zhJoining from '#locales/zh/joining.json'
import type zhJournal from '#locales/zh/journal.json'
import type zhMailSteps from '#locales/zh/mailSteps.json'
import type zhMails from '#locales/zh/mails.json'
import type zhManagedSpaces from '#locales/zh/managedSpaces.json'
import type zhMessages from '#locales/zh/messages.json'
import type zhMetadata from '#locales/zh/metadata.json'
import type zhMethods from '#locales/zh/methods.json'
import type zhPolicy from '#locales/zh/policy.json'
import type zhPreview from '#locales/zh/preview.json'
import type zhProtocols from '#locales/zh/protocols.json'
import type zhRegistration from '#locales/zh/registration.json'
import type zhRights from '#locales/zh/rights.json'
import type zhSearch from '#locales/zh/search.json'
import type zhSession from '#locales/zh/session.json'
import type zhSettings from '#locales/zh/settings.json'
import type zhShareAccess from '#locales/zh/shareAccess.json'
import type zhShares from '#locales/zh/shares.json'
import type zhShell from '#locales/zh/shell.json'
import type zhSignIn from '#locales/zh/signIn.json'
import type zhSpacePage from '#locales/zh/spacePage.json'
import type zhSpaces from '#locales/zh/spaces.json'
import type zhStatistics from '#locales/zh/statistics.json'
import type zhTasks from '#locales/zh/tasks.json'
import type zhTrash from '#locales/zh/trash.json'
import type zhUploads from '#locales/zh/uploads.json'
import type zhUsers from '#locales/zh/users.json'
import type zhVersions from '#locales/zh/versions.json'

export type Lang = 'zh' | 'en'

/** All texts of one language, by capability; the Chinese files say which keys there are. */
export type Texts = {
  account: typeof zhAccount
  approvals: typeof zhApprovals
  archives: typeof zhArchives
  audit: typeof zhAudit
  imports: typeof zhImports
  journal: typeof zhJournal
  mails: typeof zhMails
  mailSteps: typeof zhMailSteps
  managedSpaces: typeof zhManagedSpaces
  messages: typeof zhMessages
  favourites: typeof zhFavourites
  methods: typeof zhMethods
  registration: typeof zhRegistration
  signIn: typeof zhSignIn
  tasks: typeof zhTasks
  users: typeof zhUsers
  capacity: typeof zhCapacity
  common: typeof zhCommon
  components: typeof zhComponents
  protocols: typeof zhProtocols
  errors: typeof zhErrors
  metadata: typeof zhMetadata
  versions: typeof zhVersions
  files: typeof zhFiles
  home: typeof zhHome
  invitation: typeof zhInvitation
  joining: typeof zhJoining
  policy: typeof zhPolicy
  preview: typeof zhPreview
  rights: typeof zhRights
  search: typeof zhSearch
  session: typeof zhSession
  settings: typeof zhSettings
  shareAccess: typeof zhShareAccess
  shares: typeof zhShares
  shell: typeof zhShell
  spacePage: typeof zhSpacePage
  spaces: typeof zhSpaces
  statistics: typeof zhStatistics
  trash: typeof zhTrash
  uploads: typeof zhUploads
}

/** Texts by capability, from modules by path. */
export const byCapability = (files: Record<string, Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]))
