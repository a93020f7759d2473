import type { MessageKind } from '#contract/messages.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { PublicationNeeds } from './needs.ts'

type Named = { id: string; title: string; space_id: string | null; space_name: string | null; editors: string[] }
type Needs = Pick<PublicationNeeds, 'messages' | 'reviewers'>

/** The page of one version. */
const pathOf = (id: string) => `/dataPublish?open=${id}`

/** Tells those who may review a version that it waits. */
export async function submittedNews(
  tx: Tx,
  { messages, reviewers }: Needs,
  { id, title, space_id, space_name, editors }: Named,
  person: string,
): Promise<void> {
  const to = await reviewers.whoMayReview(tx, editors)
  const values = { space: space_name ?? '', person, title }
  // The space may be one that the reviewer is no member of: the message is about the dataset.
  await messages.notify(tx, { kind: 'datasetSubmitted', to, spaceId: space_id, values, link: pathOf(id) })
}

type Told = Extract<MessageKind, 'datasetPublished' | 'datasetRejected' | 'datasetWithdrawn' | 'datasetNotSent'>
/** Tells everybody who prepared a version what became of it. */
export async function editorsNews(
  tx: Db | Tx,
  { messages }: Pick<Needs, 'messages'>,
  kind: Told,
  { id, title, space_id, space_name, editors }: Named,
  { reason = '', but = '' }: { reason?: string; but?: string } = {},
): Promise<void> {
  const to = editors.filter((one) => one !== but)
  const values = { space: space_name ?? '', title, ...(reason && { reason }) }
  await messages.notify(tx, { kind, to, spaceId: space_id, values, link: pathOf(id) })
}
