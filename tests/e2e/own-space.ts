import { contract } from '#contract/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { Client } from '../support/client.ts'
import type { Server } from '../support/server.ts'
import { PASSWORD } from './journey.ts'

/** The owner's name of every such space. */
export const OWNER = '程远'

export type OwnSpace = { id: string; identifier: string; name: string; owner: string; member: string }

/**
 * A private space on the worker's server with an owner and a normal member whom no other journey knows: what the others do
 * reaches neither of them, so the journey needs no server of its own. It holds an empty folder `notes`, and neither of them
 * has a message yet. `owner` and `member` are their addresses.
 */
export async function ownSpace(server: Server, name: string): Promise<OwnSpace> {
  const address = await findEmbedded(server.dataDir)
  if (!address) throw new Error('the server has no database')
  const db = openDatabase(address)
  const people = [
    { id: newId(), email: `${newId()}@demo.test`, name: OWNER, role: 'role_senior' as const },
    { id: newId(), email: `${newId()}@demo.test`, name: 'Mara Okello', role: 'role_general' as const },
  ] as const
  const ids = people.map(({ id }) => id)
  try {
    const like = db.selectFrom('person').select('password_hash').where('email', '=', 'lin@demo.test')
    const { password_hash } = await like.executeTakeFirstOrThrow()
    const rows = people.map((person) => ({ ...person, password_hash, disabled_at: null }))
    await db.insertInto('person').values(rows).execute()
    const [owner, member] = await Promise.all(
      people.map(({ email }) => new Client(server.origin).login(email, PASSWORD)),
    )
    if (!owner || !member) throw new Error('nobody is signed in')
    const identifier = `own${newId().replaceAll('-', '').slice(-14)}`
    const { id } = await owner.data(contract.spaces.create, { name, identifier, type: 'private' })
    await owner.data(contract.files.create, { spaceId: id, path: 'notes' })
    await owner.data(contract.joining.invite, { id, personIds: [people[1].id], role: 'normal' })
    const [invitation] = await member.data(contract.joining.myInvitations, {})
    await member.data(contract.joining.respond, { code: invitation?.id ?? '', isAccepted: true })
    await db.deleteFrom('message').where('person_id', 'in', ids).execute()
    return { id, identifier, name, owner: people[0].email, member: people[1].email }
  } finally {
    await db.destroy()
  }
}
