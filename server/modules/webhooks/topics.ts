import type { ApiGroup } from '#contract/applications.ts'
import { type JournalAction, journalOwners } from '#contract/journal.ts'
import type { WebhookTopic } from '#contract/webhooks.ts'

type Owner = keyof typeof journalOwners
/** The topic of each capability that writes journals; those that are not named belong to the space. */
const topicOf: Partial<Record<Owner, WebhookTopic>> = {
  files: 'file',
  archives: 'file',
  imports: 'file',
  metadata: 'file',
  shares: 'file',
  versions: 'file',
  tables: 'table',
  dataViews: 'table',
  reports: 'table',
  publications: 'publication',
}
/** The grant that is required for a topic. */
export const groupOfTopic: Record<WebhookTopic, ApiGroup> = {
  space: 'readSpaces',
  file: 'readFiles',
  table: 'readTables',
  publication: 'readPublications',
}
/** The actions of each topic. */
export const actionsOf = (topic: WebhookTopic): JournalAction[] =>
  (Object.keys(journalOwners) as Owner[])
    .filter((owner) => (topicOf[owner] ?? 'space') === topic)
    .flatMap((owner) => journalOwners[owner])
