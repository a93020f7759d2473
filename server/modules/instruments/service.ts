import { FOUND_MAX, FOUND_SPACES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { type Instrument, instruments, type SiteInstrument } from '#contract/instruments.ts'
import type { JournalAction } from '#contract/journal.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { InstrumentStore, NewInstrument } from './store.ts'

/** Maximum number of instruments of a space (our choice). */
export const INSTRUMENTS_MAX = 5000
type Needs = {
  bus: Bus
  store: InstrumentStore
  spaces: Pick<SpaceService, 'demand' | 'change' | 'belonging'>
  journal: Journal
  now: () => Date
  newId: () => string
}
type Draft = ParsedOf<typeof instruments.create>
type One = { spaceId: string; id: string }

function rowOf(id: string, { spaceId, serialNumber, calibratedOn, dueOn, ...rest }: Draft): NewInstrument {
  if (calibratedOn && dueOn && dueOn <= calibratedOn) throw new Failure('instrumentDueTooEarly')
  return { id, space_id: spaceId, serial_number: serialNumber, calibrated_on: calibratedOn, due_on: dueOn, ...rest }
}

/** Members see the instruments of their space; senior members and the owner keep the list. */
export function instrumentService({ bus, store, spaces, journal, now, newId }: Needs) {
  const today = () => now().toISOString().slice(0, 10)

  async function list({ spaceId, ...query }: ParsedOf<typeof instruments.list>, { actor }: ByActor) {
    const { id } = await spaces.demand(spaceId, actor, 'instrument.list')
    return store.page(query, today(), [id])
  }

  async function show({ spaceId, id }: One, { actor }: ByActor): Promise<Instrument> {
    await spaces.demand(spaceId, actor, 'instrument.list')
    const found = await store.one(spaceId, id, today())
    if (!found) throw new Failure('instrumentGone')
    return found
  }

  /** Changes the list of a space; `run` answers the name of the instrument for the journal. */
  const change = (
    { spaceId, id }: One,
    actor: SignedIn,
    action: JournalAction,
    run: (tx: Tx) => Promise<string>,
  ): Promise<void> =>
    spaces.change(spaceId, actor, 'instrument.edit', async (tx) => {
      const name = await run(tx)
      await journal.record(tx, [{ spaceId, action, doer: actor, item: { id, name } }])
      await publishSpaceChange(bus, spaceId, tx)
    })

  async function create(draft: Draft, by: ByActor): Promise<Instrument> {
    const id = newId()
    await change({ spaceId: draft.spaceId, id }, by.actor, 'instrumentAdded', async (tx) => {
      if ((await store.countIn(tx, draft.spaceId)) >= INSTRUMENTS_MAX)
        throw new Failure('instrumentsTooMany', { values: { count: INSTRUMENTS_MAX } })
      await store.insert(tx, rowOf(id, draft))
      return draft.name
    })
    return show({ spaceId: draft.spaceId, id }, by)
  }

  async function edit({ id, ...draft }: ParsedOf<typeof instruments.edit>, by: ByActor): Promise<Instrument> {
    await change({ spaceId: draft.spaceId, id }, by.actor, 'instrumentEdited', async (tx) => {
      if (!(await store.replace(tx, rowOf(id, draft)))) throw new Failure('instrumentGone')
      return draft.name
    })
    return show({ spaceId: draft.spaceId, id }, by)
  }

  async function remove({ spaceId, id }: One, { actor }: ByActor): Promise<null> {
    await change({ spaceId, id }, actor, 'instrumentRemoved', async (tx) => {
      const name = await store.remove(tx, spaceId, id)
      if (name === undefined) throw new Failure('instrumentGone')
      return name
    })
    return null
  }

  async function find({ q }: ParsedOf<typeof instruments.find>, { actor }: ByActor): Promise<SiteInstrument[]> {
    const own = await spaces.belonging(actor, FOUND_SPACES_MAX)
    const query = instruments.all.input.parse({ q, size: FOUND_MAX })
    return (
      await store.page(
        query,
        today(),
        own.map(({ id }) => id),
      )
    ).list
  }

  return {
    list,
    show,
    create,
    edit,
    remove,
    find,
    all: (query: ParsedOf<typeof instruments.all>) => store.page(query, today()),
  }
}
