import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { AccessRequest, datasetAccess } from '#contract/dataset-access.ts'
import type { JournalAction } from '#contract/journal.ts'
import type { MessageKind } from '#contract/messages.ts'
import { datasetPath } from '#contract/pages/paths.ts'
import type { Deps } from '#server/deps.ts'
import { Failure, nullIfRefused } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { membersAmong, policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import type { AccessStore, HeldDataset } from './store.ts'

/** Requests that one person may send per minute. */
const ASKED_A_MINUTE = 10

export type AccessNeeds = Pick<Deps, 'db' | 'newId' | 'now'> & {
  store: AccessStore
  spaces: Pick<SpaceService, 'see'>
  journal: Journal
  messages: Messages
}
type Input<Name extends keyof typeof datasetAccess> = ParsedOf<(typeof datasetAccess)[Name]>
type Place = { datasetId: string; spaceId: string | null }

/** Requests for restricted files, by signed-in users, answered by those who may publish from the space. */
export function accessService({ db, store, spaces, journal, messages, now, newId }: AccessNeeds) {
  const asked = rateLimitOf(ASKED_A_MINUTE, now)
  const today = () => now().toISOString().slice(0, 10)

  async function datasetOf(id: string): Promise<HeldDataset> {
    const dataset = await store.dataset(id)
    if (!dataset) throw new Failure('publicationGone')
    return dataset
  }

  /** Access is granted by those who may publish from the space; for a dataset without a space, by administrators. */
  async function mayAnswer(spaceId: string | null, actor: SignedIn): Promise<boolean> {
    if (actor.role === 'role_admin') return true
    const space = spaceId && (await nullIfRefused(spaces.see(spaceId, actor)))
    return Boolean(space && can(actor, 'publication.edit', policyContextOf(space)))
  }
  async function demandAnswerer(datasetId: string, actor: SignedIn): Promise<HeldDataset> {
    const dataset = await datasetOf(datasetId)
    if (!(await mayAnswer(dataset.space_id, actor))) throw new Failure('spaceRightMissing')
    return dataset
  }

  /** Whether a person may access restricted files. */
  const mayRead = async ({ datasetId, spaceId }: Place, actor: SignedIn | null): Promise<boolean> =>
    actor !== null && ((await store.isGranted(datasetId, actor.id, today())) || (await mayAnswer(spaceId, actor)))

  async function tellOwners(tx: Tx, dataset: HeldDataset, person: string): Promise<void> {
    const { space_id: spaceId, space_name, owner_id, editors, title, publication_id } = dataset
    const members = spaceId ? await membersAmong(tx, spaceId, editors) : []
    const to = spaceId && owner_id ? [...new Set([owner_id, ...members])] : await store.administrators(tx)
    const values = { space: space_name ?? '', title, person }
    await messages.notify(tx, { kind: 'accessAsked', to, spaceId, values, link: `/dataPublish?open=${publication_id}` })
  }

  async function ask({ datasetId, purpose }: Input<'ask'>, { actor }: ByActor): Promise<AccessRequest> {
    const dataset = await datasetOf(datasetId)
    const isOffered =
      dataset.access.kind === 'restricted' || (dataset.access.kind !== 'closed' && dataset.restricted_count > 0)
    if (!isOffered) throw new Failure('accessNotOffered')
    if (await mayRead({ datasetId, spaceId: dataset.space_id }, actor)) throw new Failure('accessGranted')
    asked.take(actor.id)
    const id = newId()
    const { zh, en } = dataset.access.terms
    await transact(db, async (tx) => {
      const open = await store.open(tx, datasetId, actor.id, today())
      if (open) throw new Failure(open === 'pending' ? 'accessPending' : 'accessGranted')
      await uniqueAs({ access_request_open: 'accessPending' }, () =>
        store.insert(tx, {
          id,
          dataset_id: datasetId,
          number: dataset.number,
          person_id: actor.id,
          purpose,
          terms: [zh, en].filter(Boolean).join('\n\n'),
          state: 'pending',
          asked_at: now(),
        }),
      )
      await tellOwners(tx, dataset, actor.name)
    })
    return found(datasetId, id)
  }

  async function found(datasetId: string, id: string): Promise<AccessRequest> {
    const request = await store.one(datasetId, id, today())
    if (!request) throw new Failure('accessRequestGone')
    return request
  }

  type Outcome = {
    from: 'pending' | 'granted'
    to: 'granted' | 'refused' | 'revoked'
    action: JournalAction
    message: MessageKind
  }
  type Answer = { datasetId: string; id: string; opinion: string; expiresOn: string | null }

  /** Saves an answer, notifies the person, and records it in the journal of the space. */
  async function conclude(answer: Answer, actor: SignedIn, { from, to, action, message }: Outcome) {
    const { datasetId, id, opinion, expiresOn } = answer
    const dataset = await demandAnswerer(datasetId, actor)
    const { person } = await found(datasetId, id)
    await transact(db, async (tx) => {
      const held = await store.held(tx, datasetId, id)
      if (!held) throw new Failure('accessRequestGone')
      if (held.state !== from) throw new Failure('accessRequestAnswered')
      const change = { state: to, answered_at: now(), answered_by: actor.id, opinion }
      await store.update(tx, id, to === 'granted' ? { ...change, expires_on: expiresOn } : change)
      const { space_id: spaceId, title, publication_id, number } = dataset
      const item = { id: publication_id, name: title }
      const details = { person: person.personName, ...(opinion && { reason: opinion }) }
      if (spaceId) await journal.record(tx, [{ spaceId, action, doer: actor, item, details }])
      // The space may be private, so the message names only the dataset.
      const values = { title, ...(opinion && { reason: opinion }) }
      const link = datasetPath(datasetId, number)
      await messages.notify(tx, { kind: message, to: [held.person_id], spaceId: null, values, link })
    })
    return found(datasetId, id)
  }

  return {
    mayRead,
    /** A person's latest request for a dataset; null if there is none. */
    async lastOf(datasetId: string, personId: string): Promise<AccessRequest | null> {
      const { list } = await store.page({ datasetId, personId }, { today: today(), size: 1 })
      return list[0] ?? null
    },
    ask,
    mine: ({ datasetId, ...page }: Input<'mine'>, { actor }: ByActor) =>
      store.page({ datasetId, personId: actor.id }, { ...page, today: today() }),
    async withdraw({ datasetId }: Input<'withdraw'>, { actor }: ByActor) {
      await datasetOf(datasetId)
      const isDone = await transact(db, (tx) => store.withdraw(tx, datasetId, actor.id))
      if (!isDone) throw new Failure('accessRequestGone')
      return null
    },
    async requests({ datasetId, isOpen, ...page }: Input<'requests'>, { actor }: ByActor) {
      store.demandPlace(page.after)
      await demandAnswerer(datasetId, actor)
      return store.page({ datasetId, isOpen }, { ...page, today: today() })
    },
    async answer({ isGranted, ...answer }: Input<'answer'>, { actor }: ByActor) {
      if (!isGranted && !answer.opinion) throw new Failure('opinionNeeded')
      if (isGranted && answer.expiresOn !== null && answer.expiresOn < today()) throw new Failure('accessExpiryPast')
      return conclude(
        answer,
        actor,
        isGranted
          ? { from: 'pending', to: 'granted', action: 'accessGranted', message: 'accessGranted' }
          : { from: 'pending', to: 'refused', action: 'accessRefused', message: 'accessRefused' },
      )
    },
    revoke: (answer: Input<'revoke'>, { actor }: ByActor) =>
      conclude({ ...answer, expiresOn: null }, actor, {
        from: 'granted',
        to: 'revoked',
        action: 'accessRevoked',
        message: 'accessRevoked',
      }),
  }
}
export type DatasetAccess = Pick<ReturnType<typeof accessService>, 'mayRead' | 'lastOf'>
