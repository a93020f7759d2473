import type { Actor, Flag } from '#contract/core/policy.ts'
import type { ViewAs } from '#contract/view-as.ts'
import type { SpaceRow } from './rows.ts'

/** The reader of a space; its owner may choose a role with fewer rights (`view as`). */
export type Viewer = (NonNullable<Actor> & { viewAs?: ViewAs }) | null

/** The space as its owner views it: with another membership, everything else unchanged. */
export async function asViewed(
  row: SpaceRow,
  viewer: Viewer,
  flagsOf: (role: 'senior' | 'normal') => Promise<Flag[]>,
): Promise<SpaceRow> {
  const viewAs = viewer?.viewAs
  if (viewAs?.spaceId !== row.id || row.my_role !== 'owner') return row
  const role = viewAs.role === 'stranger' ? null : viewAs.role
  return { ...row, my_role: role, my_flags: role ? await flagsOf(role) : [], is_view_as: true }
}
