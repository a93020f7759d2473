import { BYTES_PER_GB } from '#contract/core/limits.ts'
import type { Services } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/modules/session/password.ts'
import { insertSpace } from '#server/modules/spaces/index.ts'
import { spaceParts } from '#server/space-parts.ts'
import { DEMO_PASSWORD, type PersonKey, people } from './people.ts'
import { type DemoSpace, demoSpaces } from './spaces.ts'

type Needs = Pick<Deps, 'db' | 'blobs' | 'now' | 'newId'> & { services: Services }
const CAPACITY_GB = 10

/** Creates the sample once; returns lines about who may sign in. A second start changes nothing. */
export async function seedDemo({ db, blobs, now, newId, services }: Needs): Promise<string[]> {
  const lines = people.map(({ email, role }) => `Demo account: ${email}  password: ${DEMO_PASSWORD}  (${role})`)
  const isThere = await db.selectFrom('person').select('id').where('email', '=', people[0].email).executeTakeFirst()
  const ids = new Map<PersonKey, string>()
  for (const { key, email } of people) {
    const row = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst()
    ids.set(key, row?.id ?? newId())
  }
  if (!isThere) await addPeople()
  for (const space of demoSpaces) await addSpace(space)
  return lines

  function person(key: PersonKey): { id: string; name: string } {
    return { id: ids.get(key) ?? '', name: people.find((one) => one.key === key)?.name ?? '' }
  }

  async function addPeople() {
    const password_hash = await hashPassword(DEMO_PASSWORD)
    const rows = people.map(({ key, email, name, role }) => ({
      id: ids.get(key) ?? '',
      email,
      name,
      role,
      password_hash,
      disabled_at: null,
    }))
    await db.insertInto('person').values(rows).execute()
  }

  async function addSpace(space: DemoSpace) {
    const taken = await db
      .selectFrom('space')
      .select('id')
      .where('identifier', '=', space.identifier)
      .executeTakeFirst()
    if (taken) return
    const [id, rootId, ownerId] = [newId(), newId(), ids.get(space.owner) ?? '']
    // All or nothing: after an interrupted start, the next one fills the space.
    await db.transaction().execute(async (tx) => {
      const { name, identifier, introduction, tags, type } = space
      const capacityBytes = CAPACITY_GB * BYTES_PER_GB
      await insertSpace(tx, {
        id,
        rootId,
        name,
        identifier,
        introduction,
        tags,
        type,
        status: 'normal',
        capacityBytes,
        ownerId,
        createdAt: now(),
      })
      const members = Object.entries(space.members).map(([key, role]) => ({
        space_id: id,
        person_id: ids.get(key as PersonKey) ?? '',
        role,
      }))
      await tx.insertInto('member').values(members).execute()
      await tx
        .updateTable('space_usage')
        .set({ member_count: members.length + 1 })
        .where('space_id', '=', id)
        .execute()
      const made = { identifier, id, rootId, person, files: services.files, blobs, now, newId }
      for (const { demo } of spaceParts) await demo?.(tx, made)
    })
  }
}
