import type { Deps } from '#server/deps.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { DataViews } from '#server/modules/data-views/index.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { FrozenBoards } from '#server/modules/frozen-boards/index.ts'
import type { Identifiers } from '#server/modules/identifiers/index.ts'
import type { Institutions } from '#server/modules/institutions/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { PublicationTemplates } from '#server/modules/publication-templates/index.ts'
import type { Reports } from '#server/modules/reports/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Tables } from '#server/modules/tables/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { PublicationFiles } from './file-store.ts'
import type { PublicationLists } from './list-store.ts'
import type { ReviewerStore } from './reviewer-store.ts'
import type { ReviewAttachments } from './reviews/attachment-store.ts'
import type { ReviewRounds } from './reviews/round-store.ts'
import type { PublicationStore } from './store.ts'
import type { TransferStore } from './transfer-store.ts'

/** Dependencies of the module. */
export type ModuleNeeds = Deps & {
  audit: Audit
  journal: Journal
  messages: Messages
  settings: SettingService
  spaces: SpaceService
  files: FilesModule
  reports: Pick<Reports, 'publishedBoards'>
  dataViews: Pick<DataViews, 'named' | 'viewsBehind' | 'isKeepable'>
  frozenBoards: FrozenBoards
  tables: Pick<Tables, 'several' | 'asFile' | 'dictionary'>
  tasks: Pick<TasksModule, 'begin' | 'register'>
  identifiers: Pick<Identifiers, 'reserve' | 'announce' | 'find' | 'ofVersion'>
  institutions: Institutions
  people: Pick<People, 'byId'>
  templates: Pick<PublicationTemplates, 'all' | 'one' | 'names' | 'versionOf'>
}
/** Dependencies shared by its parts. */
export type PublicationNeeds = ModuleNeeds & {
  store: PublicationStore
  lists: PublicationLists
  frozen: PublicationFiles
  reviewers: ReviewerStore
  transfers: TransferStore
  rounds: ReviewRounds
  attachments: ReviewAttachments
}
