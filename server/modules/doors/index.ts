import { DOOR_SPACES_MAX } from '#contract/limits.ts'
import { can, permissionOfDoor } from '#contract/policy.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import { type EnteredSpace, factsOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { OpenSpace } from './ground.ts'
import { type Guest, guestRules } from './guests.ts'
import { placingRules } from './placing.ts'
import { giveBackAll, IDLE_MS } from './room.ts'
import { sqlDoorStore } from './store.ts'
import { type Tree, treeOf } from './tree.ts'
import { unfinishedRules } from './unfinished.ts'

export { mountAddresses } from './addresses.ts'
export { type Ground, groundOf, type Seen } from './ground.ts'
export type { Guest } from './guests.ts'
export type { Item } from './item.ts'
export { listLineOf } from './list-line.ts'
export { listeningOn, placesByAddress } from './listening.ts'
export { type DoorMeters, doorMeters } from './meters.ts'
export { quotedPath, resolvePath, textOfPath } from './path.ts'
export { toldOf } from './telling.ts'
export type { Tree } from './tree.ts'
export { BrokenOff } from './unfinished.ts'

/** What the doors stand on. */
export type Doors = ReturnType<typeof doorsModule>

type Needs = Deps & {
  session: SessionService
  people: Pick<People, 'byEmail'>
  spaces: SpaceService
  files: FilesModule
}

/** Rows that one sweep looks at. */
const SWEEP = 1000

/** The common ground of the doors for programs: who comes in by an app password, and the spaces as a tree of paths. */
export function doorsModule(needs: Needs) {
  const { db, blobs, bus, now, newId, session, people, spaces, files } = needs
  const store = sqlDoorStore(db)
  const guests = guestRules({ store, bus, session, people, now })

  /** A space that the door opens to somebody. Throws spaceNotFound, spaceForbidden, spaceRightMissing. */
  async function enter(code: string, { actor, door, spaceId }: Guest, tx?: Tx): Promise<EnteredSpace> {
    const space = await spaces.enter(code, actor, tx)
    if (spaceId && space.id !== spaceId) throw new Failure('spaceNotFound')
    if (!can(actor, permissionOfDoor[door], space.facts)) throw new Failure('spaceRightMissing')
    return space
  }
  const place = placingRules({ db, store, files, hasContent: blobs.has, enter })
  const unfinished = unfinishedRules({ db, now, newId })
  const treeNeeds = { db, store, now, newId, blobs, files, place, unfinished, again: guests.hold }

  return {
    ...guests,
    /** The spaces that a guest may come into, by identifier; further ones than DOOR_SPACES_MAX are found by name. */
    async spaces({ actor, door, spaceId }: Guest): Promise<OpenSpace[]> {
      const rows = await spaces.belonging(actor, DOOR_SPACES_MAX)
      return rows
        .filter((row) => (!spaceId || row.id === spaceId) && can(actor, permissionOfDoor[door], factsOf(row)))
        .map(({ id, identifier, name, created_at }) => ({ id, identifier, name, createdAt: created_at }))
        .sort((a, b) => (a.identifier < b.identifier ? -1 : 1))
    },
    /** A space by its identifier, entered anew each time: rights may have changed. Throws spaceNotFound and the like. */
    tree: async (guest: Guest, identifier: string): Promise<Tree> =>
      treeOf(treeNeeds, guest, await enter(identifier, guest)),
    /** Gives back what is held for things that come no more, and what nobody goes on with; run by schedule. Answers how many. */
    async sweep(): Promise<number> {
      const idle = await store.idle(new Date(now().getTime() - IDLE_MS), SWEEP)
      for (const [spaceId, rows] of Map.groupBy(idle, (row) => row.space_id))
        await giveBackAll(
          { db, store },
          spaceId,
          rows.map(({ id }) => id),
        )
      return idle.length + (await unfinished.sweep())
    },
  }
}
