import type { MessageKind } from '#contract/messages.ts'
import { membersAmong } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { PublicationNeeds } from './needs.ts'

type Named = { id: string; title: string; space_id: string | null; space_name: string | null; editors: string[] }
type Needs = Pick<PublicationNeeds, 'messages' | 'reviewers'>

/** The page of one version. */
const pathOf = (id: string) => `/dataPublish?open=${id}`

/** Notifies those who may review a version that it waits. */
export async function submittedNews(
  tx: Tx,
  { messages, reviewers }: Needs,
  { id, title, space_id, space_name, editors }: Named,
  person: string,
): Promise<void> {
  const to = await reviewers.whoMayReview(tx, id, editors)
  const values = { space: space_name ?? '', person, title }
  // The reviewer may not be a member of the space: the message is about the dataset.
  await messages.notify(tx, { kind: 'datasetSubmitted', to, spaceId: space_id, values, link: pathOf(id) })
}

type Told = Extract<MessageKind, 'datasetPublished' | 'datasetRejected' | 'datasetWithdrawn' | 'datasetNotSent'>
/** Public events; people who have left the space get no others. */
const PUBLIC: readonly Told[] = ['datasetPublished', 'datasetWithdrawn']

/** Notifies everyone who prepared a version of the decision. */
export async function editorsNews(
  tx: Db | Tx,
  { messages }: Pick<Needs, 'messages'>,
  kind: Told,
  { id, title, space_id, space_name, editors }: Named,
  { reason = '', but = '' }: { reason?: string; but?: string } = {},
): Promise<void> {
  const allowed = space_id === null || PUBLIC.includes(kind) ? editors : await membersAmong(tx, space_id, editors)
  const to = allowed.filter((one) => one !== but)
  const values = { space: space_name ?? '', title, ...(reason && { reason }) }
  await messages.notify(tx, { kind, to, spaceId: space_id, values, link: pathOf(id) })
}

/** Notifies the other participants of a review of a new comment or reply. */
export async function commentNews(
  tx: Tx,
  { messages }: Pick<Needs, 'messages'>,
  { id, title, space_id, space_name, editors }: Named,
  { person, to }: { person: { id: string; name: string }; to: readonly string[] },
): Promise<void> {
  const own = to.filter((one) => editors.includes(one))
  const authors = space_id === null ? [] : await membersAmong(tx, space_id, own)
  const others = to.filter((one) => !editors.includes(one))
  const told = [...new Set([...authors, ...others])].filter((one) => one !== person.id)
  const values = { space: space_name ?? '', person: person.name, title }
  await messages.notify(tx, { kind: 'reviewCommented', to: told, spaceId: space_id, values, link: pathOf(id) })
}

/** Notifies a reviewer that their claim ends, or has ended. */
export async function reviewerNews(
  tx: Tx,
  { messages }: Pick<Needs, 'messages'>,
  kind: 'reviewEnding' | 'reviewLapsed',
  { id, title, reviewer_id }: { id: string; title: string; reviewer_id: string },
  more: { days?: number },
): Promise<void> {
  const values = { title, ...more }
  await messages.notify(tx, { kind, to: [reviewer_id], spaceId: null, values, link: pathOf(id) })
}
