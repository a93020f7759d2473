import type { Advice } from '#contract/capacity.ts'
import { ADVICE_ROWS } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { AdviceStore, HeavyRow } from './advice-store.ts'

const heavyOf = (row: HeavyRow) => ({
  hash: row.id,
  name: row.name,
  path: row.path,
  folder: row.parent_id,
  bytes: row.bytes,
  updateTime: row.updated_at.toISOString(),
})

const ageOf = ({ oldest, updated_at }: HeavyRow) => oldest ?? updated_at
const byAge = (a: HeavyRow, b: HeavyRow) => ageOf(a).getTime() - ageOf(b).getTime()
const versionedOf = (row: HeavyRow) => ({ ...heavyOf(row), count: row.count, oldest: ageOf(row).toISOString() })

/** The same content in several places, with the size of all copies but one. */
function duplicatesOf(rows: readonly HeavyRow[]): Advice['duplicates'] {
  const groups = [...Map.groupBy(rows, (row) => row.sha256).values()].filter((group) => group.length > 1)
  const waste = (group: HeavyRow[]) => (group[0]?.bytes ?? 0) * (group.length - 1)
  return groups
    .sort((a, b) => waste(b) - waste(a))
    .slice(0, ADVICE_ROWS)
    .map((group) => ({ bytes: waste(group), items: group.map(heavyOf) }))
}

export function cleanUpAdviser({ store, spaces }: { store: AdviceStore; spaces: SpaceService }) {
  /** Analyses what uses the storage of a space; examines only its largest files, whatever their number. */
  async function advise(spaceId: string, actor: SignedIn): Promise<Advice> {
    const space = await spaces.see(spaceId, actor)
    if (!can(actor, 'space.tidy', policyContextOf(space))) throw new Failure('spaceRightMissing')
    const [large, versioned, room, trash] = await Promise.all([
      store.large(space.id),
      store.versioned(space.id),
      store.room(space.id),
      store.trash(space.id),
    ])
    // Used but not shown bytes are versions and trash; with an empty trash they are all versions.
    const hidden = Math.max(0, room.usedBytes - room.currentBytes)
    const versionBytes = trash.count ? Math.min(hidden, room.versionBytes) : hidden
    return {
      capacityBytes: space.capacity_bytes,
      usedBytes: room.usedBytes,
      reservedBytes: room.reservedBytes,
      currentBytes: room.currentBytes,
      largest: large.slice(0, ADVICE_ROWS).map(heavyOf),
      versions: versioned.slice(0, ADVICE_ROWS).map(versionedOf),
      oldVersions: versioned.toSorted(byAge).slice(0, ADVICE_ROWS).map(versionedOf),
      versionBytes,
      trash: {
        count: trash.count,
        bytes: hidden - versionBytes,
        oldest: trash.oldest?.toISOString() ?? null,
      },
      duplicates: duplicatesOf(large),
    }
  }
  return { advise }
}
