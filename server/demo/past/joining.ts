import { DAY_MS } from '#contract/core/time.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { PersonKey } from '../people.ts'
import type { SampleSpace } from '../sample.ts'
import { told } from './messages.ts'

/** How the members joined, and the pending requests. */
export async function joiningOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  if (!space.life) return
  for (const [key, at] of space.joinedAt) await joined(tx, space, key, at)
  for (const { by, reason, hoursAgo } of space.life.requests)
    await waits(tx, space, { by, reason, at: new Date(space.now().getTime() - hoursAgo * 3_600_000) })
}

async function joined(tx: Tx, space: SampleSpace, key: PersonKey, at: Date): Promise<void> {
  const { id, name, newId } = space
  const [person, owner] = [space.person(key), space.person(space.owner)]
  const role = space.members[key] ?? 'normal'
  const link = `/space/${id}/details/filesManage`
  if (space.type === 'private') {
    await recordAt(
      tx,
      [{ spaceId: id, action: 'invited', doer: { ...owner, channel: 'web' }, item: person, details: { role } }],
      new Date(at.getTime() - DAY_MS / 3),
    )
    await recordAt(tx, [{ spaceId: id, action: 'joined', doer: { ...person, channel: 'web' }, item: person }], at)
    return told(tx, space, {
      to: [owner.id],
      kind: 'invitationAccepted',
      values: { space: name, person: person.name },
      link,
      at,
    })
  }
  const asked_at = new Date(at.getTime() - DAY_MS)
  const request = {
    space_id: id,
    space_name: name,
    space_identifier: space.identifier,
    person_id: person.id,
    reason: '课题组成员，参与数据整理。',
  }
  await tx
    .insertInto('join_request')
    .values({
      ...request,
      id: newId(),
      asked_at,
      state: 'passed',
      reminded_at: null,
      answered_at: at,
      answered_by: owner.id,
      opinion: '欢迎加入',
    })
    .execute()
  await recordAt(tx, [{ spaceId: id, action: 'joinAsked', doer: { ...person, channel: 'web' } }], asked_at)
  await recordAt(
    tx,
    [{ spaceId: id, action: 'joinPassed', doer: { ...owner, channel: 'web' }, item: person, details: { role } }],
    at,
  )
  await told(tx, space, { to: [person.id], kind: 'joinPassed', values: { space: name, role }, link, at })
}

async function waits(
  tx: Tx,
  space: SampleSpace,
  { by, reason, at }: { by: PersonKey; reason: string; at: Date },
): Promise<void> {
  const { id, name, identifier, newId } = space
  const person = space.person(by)
  await tx
    .insertInto('join_request')
    .values({
      id: newId(),
      space_id: id,
      space_name: name,
      space_identifier: identifier,
      person_id: person.id,
      reason,
      asked_at: at,
      reminded_at: null,
      answered_at: null,
      answered_by: null,
    })
    .execute()
  await recordAt(tx, [{ spaceId: id, action: 'joinAsked', doer: { ...person, channel: 'web' } }], at)
  await told(tx, space, {
    to: [space.person(space.owner).id],
    kind: 'joinAsked',
    at,
    values: { person: person.name, space: name, reason },
    link: `/space/${id}/details/spaceSetting?part=requests`,
  })
}
