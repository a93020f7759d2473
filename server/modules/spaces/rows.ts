import { gbOf } from '#contract/core/limits.ts'
import type { Actor, Flag, SpaceContext, SpaceRole, SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'

/** A stored space with the membership of one person. */
export type SpaceRow = {
  id: string
  name: string
  identifier: string
  introduction: string
  tags: string[]
  type: SpaceType
  status: SpaceStatus
  capacity_bytes: number
  root_id: string
  owner_id: string
  owner_name: string
  downloads: number
  cover: string
  views: number
  reason: string
  created_at: Date
  used_bytes: number
  file_count: number
  folder_count: number
  member_count: number
  dataset_count: number
  is_held: boolean
  my_role: SpaceRole | null
  my_flags: Flag[]
  is_asking: boolean
  /** True when the owner views the space as somebody else. */
  is_view_as?: true
}
/** A space as a request enters it; `along` is the further data that the caller asked for. */
export type EnteredRow = SpaceRow & { reserved_bytes: number; has_locks: boolean; along: unknown }
export const policyContextOf = (
  row: Pick<SpaceRow, 'type' | 'status' | 'my_role' | 'my_flags' | 'is_view_as'>,
): SpaceContext => ({
  type: row.type,
  status: row.status,
  myRole: row.my_role,
  myFlags: row.my_flags,
  ...(row.is_view_as && { isViewAs: true }),
})

/** Why a space is closed, and that it is held, is for those who can act on it. */
const mayKnow = ({ my_role, is_view_as }: SpaceRow, actor: Actor): boolean =>
  my_role === 'owner' || (actor?.role === 'role_admin' && !is_view_as)

export const spaceOf = (row: SpaceRow, actor: Actor): Space => ({
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  introduction: row.introduction,
  tags: row.tags,
  type: row.type,
  status: row.status,
  size: gbOf(row.capacity_bytes),
  usedBytes: row.used_bytes,
  fileCount: row.file_count,
  folderCount: row.folder_count,
  memberCount: row.member_count,
  downloads: row.downloads,
  datasets: row.dataset_count,
  owner: { personId: row.owner_id, personName: row.owner_name },
  createTime: row.created_at.toISOString(),
  cover: row.cover,
  views: row.views,
  reason: mayKnow(row, actor) ? row.reason : '',
  isHeld: row.is_held && mayKnow(row, actor),
  homepage: `/space/${row.identifier}`,
  joinState: row.my_role ? 'joined' : row.is_asking ? 'pending' : 'none',
  myRole: row.my_role,
  myFlags: row.my_flags,
})
