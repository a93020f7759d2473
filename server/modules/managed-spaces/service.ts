import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { type ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Pages } from '#server/http/csv.ts'
import { eachAlone } from '#server/http/each-alone.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { ManagedSpaceStore } from './store.ts'

type Needs = {
  db: Db
  bus: Bus
  store: ManagedSpaceStore
  spaces: Pick<SpaceService, 'setOwner' | 'joinAsAdministrator' | 'setCapacity' | 'decisions'>
  audit: Audit
  journal: Journal
  messages: Messages
}
type Filter = ParsedOf<typeof managedSpaces.export>

const columns = [
  'name',
  'identifier',
  'type',
  'status',
  'owner',
  'ownerEmail',
  'size',
  'usedBytes',
  'fileCount',
  'memberCount',
  'downloads',
  'tags',
  'createTime',
] as const
type Column = (typeof columns)[number]
const cellsOf = (space: ManagedSpace): Record<Column, string> => ({
  name: space.name,
  identifier: space.identifier,
  type: space.type,
  status: space.status,
  owner: space.owner.personName,
  ownerEmail: space.owner.emailAccounts,
  size: String(space.size),
  usedBytes: String(space.usedBytes),
  fileCount: String(space.fileCount),
  memberCount: String(space.memberCount),
  downloads: String(space.downloads),
  tags: space.tags.join(' '),
  createTime: space.createTime,
})

/** Managing all spaces, for administrators. */
export function managedSpaceService({ db, bus, store, spaces, audit, journal, messages }: Needs) {
  async function show(id: string): Promise<ManagedSpace> {
    const space = await store.byId(id)
    if (!space) throw new Failure('spaceNotFound')
    return space
  }

  async function setOwner({ id, personId }: ParsedOf<typeof managedSpaces.setOwner>, by: By) {
    await spaces.setOwner({ id, personId }, by)
    return show(id)
  }

  async function setCapacity({ id, size }: ParsedOf<typeof managedSpaces.setCapacity>, by: By) {
    await spaces.setCapacity({ id, size }, by)
    return show(id)
  }

  async function enter({ id }: ParsedOf<typeof managedSpaces.enter>, by: By): Promise<null> {
    await spaces.joinAsAdministrator(id, by)
    return null
  }

  /** Takes one space offline or back online. Throws spaceStatusWrong when its status does not allow it. */
  function setOne(id: string, isOnline: boolean, reason: string, { actor, caller }: By): Promise<void> {
    return transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const [from, status] = isOnline ? (['offline', 'normal'] as const) : (['normal', 'offline'] as const)
      const isSet = await spaces.decisions.setStatus(tx, id, { from, to: status, reason })
      const space = isSet ? await store.byId(id, tx) : null
      if (!space) throw new Failure('spaceStatusWrong')
      // Without the reason: only the owner and administrators may read it, but every member reads the journal.
      await journal.record(tx, [{ spaceId: id, action: 'statusChanged', doer: actor, details: { from, to: status } }])
      const action = isOnline ? 'spaceOnline' : 'spaceOffline'
      const values = { space: space.name, reason }
      const to = [space.owner.personId]
      await messages.notify(tx, { kind: action, to, spaceId: id, values, link: `/space/${id}/details` })
      audit.record(tx, { action, actor, caller, target: { id, name: space.name }, after: { reason } })
      await publishSpaceChange(bus, id, tx)
    })
  }

  /** A separate transaction for each space, so that a failure does not affect the others. */
  async function setStatus({ ids, isOnline, reason }: ParsedOf<typeof managedSpaces.setStatus>, by: By) {
    if (!isOnline && !reason) throw new Failure('opinionNeeded')
    return eachAlone(ids, by.language, (id) => setOne(id, isOnline, reason, by))
  }

  /** All spaces of a filter, oldest first, in pages: only one page is in memory. */
  async function* pagesOf(filter: Filter): Pages {
    const first = managedSpaces.list.input.parse({ sort: 'created', order: 'asc', size: LIST_MAX_SIZE })
    let after: string | undefined
    do {
      const page = await store.page({ ...first, ...filter, after })
      yield page.list.map((space) => Object.values(cellsOf(space)))
      after = page.next
    } while (after)
  }

  async function exportSheet(filter: Filter, { actor, caller, language }: By) {
    await audit.note({ action: 'spacesExported', actor, caller, after: { ...filter } })
    const headings = columns.map((column) => textOf(language, `managedSpaces.columns.${column}`))
    return { headings, pages: pagesOf(filter) }
  }

  return { list: store.page, show, setOwner, setCapacity, enter, setStatus, exportSheet }
}
