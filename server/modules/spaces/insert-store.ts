import { DIRECTORY } from '#contract/core/directory.ts'
import { defaultFlags, type SpaceStatus, type SpaceType } from '#contract/core/policy.ts'
import type { RoleFlags } from '#contract/rights.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'

export type NewSpace = {
  id: string
  rootId: string
  name: string
  identifier: string
  introduction: string
  tags: string[]
  type: SpaceType
  status: SpaceStatus
  capacityBytes: number
  ownerId: string
  createdAt: Date
  /** Address of the cover. */
  cover?: string
  /** The rights of the roles; absent: the defaults of the contract. */
  flags?: RoleFlags
}

/** Inserts the space, its root folder, its owner as member, its rights and counters. */
export async function insertSpace(tx: Tx, space: NewSpace): Promise<void> {
  // Locks the owner: a person who is being disabled has transferred all spaces, and may get no new one.
  const owner = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', space.ownerId)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!owner) throw new Failure('sessionExpired')
  await tx
    .insertInto('space')
    .values({
      id: space.id,
      name: space.name,
      identifier: space.identifier,
      introduction: space.introduction,
      tags: space.tags,
      type: space.type,
      status: space.status,
      capacity_bytes: space.capacityBytes,
      owner_id: space.ownerId,
      root_id: space.rootId,
      created_at: space.createdAt,
      ...(space.cover && { cover: space.cover }),
    })
    .execute()
  await tx
    .insertInto('node')
    .values({
      id: space.rootId,
      space_id: space.id,
      parent_id: null,
      is_folder: true,
      name: '',
      mime: DIRECTORY,
      blob_sha256: null,
      author_id: space.ownerId,
      created_at: space.createdAt,
      updated_at: space.createdAt,
      trash_id: null,
    })
    .execute()
  await tx.insertInto('space_usage').values({ space_id: space.id, member_count: 1 }).execute()
  await tx
    .insertInto('member')
    .values({ space_id: space.id, person_id: space.ownerId, role: 'owner', joined_at: space.createdAt })
    .execute()
  await tx
    .insertInto('space_flags')
    .values(
      (['senior', 'normal'] as const).map((role) => ({
        space_id: space.id,
        role,
        flags: space.flags?.[role] ?? defaultFlags(role),
      })),
    )
    .execute()
}
