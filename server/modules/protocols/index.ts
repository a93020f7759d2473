import { can, permissionOfProtocol } from '#contract/core/policy.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { Passage } from '#server/http/traffic.ts'
import { type FilesModule, revived, walksAlong } from '#server/modules/files/index.ts'
import type { NoticeService } from '#server/modules/notices/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import { type EnteredSpace, policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { type ClientSession, clientSessionRules } from './client-sessions.ts'
import type { Item } from './item.ts'
import { placingRules } from './placing.ts'
import { IDLE_MS, releaseAll } from './room.ts'
import { sqlProtocolStore } from './store.ts'
import { type Tree, treeOf } from './tree.ts'
import { alongOf, isPath, namesOf } from './tree-paths.ts'
import { unfinishedRules } from './unfinished.ts'
import type { OpenSpace } from './virtual-root.ts'

/** Most spaces in a protocol's list; others are found by their identifiers (our choice). */
const PROTOCOL_SPACES_MAX = 1000

export { mountAddresses } from './addresses.ts'
export type { ClientSession } from './client-sessions.ts'
export type { Item } from './item.ts'
export { listLineOf } from './list-line.ts'
export { listeningOn, placesByAddress } from './listening.ts'
export { type ProtocolMeters, protocolMeters } from './meters.ts'
export { quotedPath, resolvePath, textOfPath } from './path.ts'
export { refusalText } from './refusal-text.ts'
export type { Tree } from './tree.ts'
export { BrokenOff } from './unfinished.ts'
export { type Seen, type VirtualRoot, virtualRootOf } from './virtual-root.ts'

/** The shared services of the protocols. */
export type Protocols = ReturnType<typeof protocolsModule>

type Needs = Deps & {
  session: SessionService
  people: Pick<People, 'byEmail'>
  spaces: SpaceService
  files: FilesModule
  traffic: { count: (passage: Passage) => void }
  notices: Pick<NoticeService, 'demandOpen'>
}

/** Throws spaceNotFound for a space that the password does not open, spaceRightMissing without the protocol's right. */
function demandProtocol({ id, policyContext }: EnteredSpace, { actor, protocol, spaceId }: ClientSession): void {
  if (spaceId && id !== spaceId) throw new Failure('spaceNotFound')
  if (!can(actor, permissionOfProtocol[protocol], policyContext)) throw new Failure('spaceRightMissing')
}

/** Rows handled by one sweep. */
const SWEEP = 1000

/** Shared by the protocols for programs: sign-in by app password, and the spaces as a tree of paths. */
export function protocolsModule(needs: Needs) {
  const { db, blobs, bus, now, newId, session, people, spaces, files, notices } = needs
  const store = sqlProtocolStore(db)
  const clientSessions = clientSessionRules({ store, bus, session, people, now })

  /** Enters a space in a client session. Throws spaceNotFound, spaceForbidden, spaceRightMissing. */
  async function enter(code: string, clientSession: ClientSession, tx?: Tx): Promise<EnteredSpace> {
    await notices.demandOpen(clientSession.actor.role, false)
    const space = await spaces.enter(code, clientSession.actor, tx)
    demandProtocol(space, clientSession)
    return space
  }
  const place = placingRules({ db, store, files, hasContent: blobs.has, enter })
  const unfinished = unfinishedRules({ db, now, newId })
  const treeNeeds = {
    db,
    store,
    now,
    newId,
    blobs,
    files,
    place,
    unfinished,
    again: clientSessions.hold,
    demandOpen: notices.demandOpen,
  }

  return {
    ...clientSessions,
    count: needs.traffic.count,
    /** Throws maintenance while only administrators may change something. */
    demandWritable: ({ actor }: ClientSession) => notices.demandOpen(actor.role, true),
    /** The spaces of a client session, by identifier; beyond PROTOCOL_SPACES_MAX they are found only by name. */
    async spaces({ actor, protocol, spaceId }: ClientSession): Promise<OpenSpace[]> {
      await notices.demandOpen(actor.role, false)
      const rows = await spaces.belonging(actor, PROTOCOL_SPACES_MAX)
      return rows
        .filter(
          (row) => (!spaceId || row.id === spaceId) && can(actor, permissionOfProtocol[protocol], policyContextOf(row)),
        )
        .map(({ id, identifier, name, created_at }) => ({ id, identifier, name, createdAt: created_at }))
        .sort((a, b) => (a.identifier < b.identifier ? -1 : 1))
    },
    /**
     * The tree of a space by its identifier; rights are checked each time, since they may change. Throws spaceNotFound
     * and the like.
     */
    tree: async (clientSession: ClientSession, identifier: string): Promise<Tree> =>
      treeOf(treeNeeds, clientSession, await enter(identifier, clientSession)),
    /** The same with the items along some paths from its root, as far as they exist, in one statement. */
    async visit(
      clientSession: ClientSession,
      identifier: string,
      paths: readonly (readonly string[])[],
    ): Promise<{ tree: Tree; ways: Item[][] }> {
      const { actor } = clientSession
      await notices.demandOpen(actor.role, false)
      const along = walksAlong(paths.map((path) => (isPath(path) ? namesOf(path) : [])))
      const { space, along: walks } = await spaces.enterWith(identifier, actor, along)
      demandProtocol(space, clientSession)
      const ways = paths.map((path, at) => alongOf(isPath(path) ? (walks[at] ?? []).map(revived) : [], path))
      return { tree: treeOf(treeNeeds, clientSession, space), ways }
    },
    /**
     * Releases the storage of abandoned transfers and removes abandoned parts; run by schedule. Returns their number.
     */
    async sweep(): Promise<number> {
      const idle = await store.idle(new Date(now().getTime() - IDLE_MS), SWEEP)
      for (const [spaceId, rows] of Map.groupBy(idle, (row) => row.space_id))
        await releaseAll(
          { db, store },
          spaceId,
          rows.map(({ id }) => id),
        )
      return idle.length + (await unfinished.sweep())
    },
  }
}
