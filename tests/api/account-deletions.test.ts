import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { personReferences } from '#server/modules/people/index.ts'
import { share } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, accountDeletions, audit, files, journal, session, shareAccess, spaces, users } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** The normal member, disabled by the administrator. */
async function disabled(world: World) {
  const [admin, id] = [await world.as('admin'), world.idOf('normal')]
  await admin.data(users.disable, { id })
  return { admin, id, emailAccounts: 'normal@lab.test' }
}
const certificateOf = async (world: World, id: string) =>
  (await (await (await world.as('admin')).send(accountDeletions.certificate, { id })).json()) as {
    certificate: Record<string, Record<string, unknown>>
    sha256: string
  }

describe('deleting an account', () => {
  test('is refused for an unknown one, and for one that is not disabled', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const wish = { id: NOBODY, emailAccounts: 'normal@lab.test' }
    expect(await admin.call(accountDeletions.remove, wish)).toMatchObject({ error: 'userNotFound' })
    const active = { id: world.idOf('normal'), emailAccounts: 'normal@lab.test' }
    expect(await admin.call(accountDeletions.remove, active)).toMatchObject({ error: 'userNotDisabled' })
  })

  test('is refused when another address was typed, and while a space is theirs', async () => {
    const world = await buildWorld()
    const { admin, id, emailAccounts } = await disabled(world)
    expect(await admin.call(accountDeletions.remove, { id, emailAccounts: 'other@lab.test' })).toMatchObject({
      error: 'accountConfirmWrong',
    })
    const space = await world.space()
    await sql`update space set owner_id = ${id}::uuid where id = ${space.id}::uuid`.execute(world.db)
    expect(await admin.call(accountDeletions.remove, { id, emailAccounts })).toMatchObject({ error: 'handoverNeeded' })
  })

  test('takes the person out of everything, and leaves their files to an account without a name', async () => {
    const world = await buildWorld()
    const [space, normal, owner] = [await world.space(), await world.as('normal'), await world.as('owner')]
    const place = { spaceId: space.id, hash: space.root }
    const file = await upload(normal, { ...place, name: 'profile.csv' }, Buffer.from('depth\n'))
    await normal.data(account.update, { ...(await profileOf(world)), telephone: '13800138000' })
    const { admin, id, emailAccounts } = await disabled(world)
    const deletion = await admin.data(accountDeletions.remove, { id, emailAccounts })
    expect(deletion).toMatchObject({ name: '常小米', emailAccounts, deletedBy: 'Ada Admin', isGenuine: true })

    expect(await admin.call(users.show, { id })).toMatchObject({ error: 'userNotFound' })
    expect(await admin.call(users.enable, { id })).toMatchObject({ error: 'userNotFound' })
    expect((await admin.data(users.list, { q: '常小米' })).list).toEqual([])
    expect(await normal.call(account.profile, {})).toMatchObject({ error: 'sessionExpired' })
    expect(await (await world.as('stranger')).call(session.login, { emailAccounts, password: PASSWORD })).toMatchObject(
      {
        error: 'wrongCredentials',
      },
    )
    const members = (await owner.data(spaces.members, { id: space.id })).list
    expect(members.map((member) => member.personId)).not.toContain(id)
    const shown = await owner.data(files.show, { spaceId: space.id, hash: file.hash })
    expect(JSON.stringify(shown)).toContain('Deleted account')
    const told = JSON.stringify(await owner.data(journal.list, { id: space.id }))
    expect(told).toContain('Deleted account')
    expect(told + JSON.stringify(shown)).not.toContain('常小米')
    const person = await world.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(person).toMatchObject({ email: `${id}@deleted.invalid`, phone: '', password_hash: null, avatar: '' })
  })

  test('counts the accounts again', async () => {
    const world = await buildWorld()
    const { admin, id, emailAccounts } = await disabled(world)
    expect(await admin.data(users.counts, {})).toMatchObject({ total: 5, disabled: 1 })
    await admin.data(accountDeletions.remove, { id, emailAccounts })
    expect(await admin.data(users.counts, {})).toMatchObject({ total: 4, disabled: 0 })
  })

  test('ends the share links of the account', async () => {
    const world = await buildWorld()
    const space = await world.space()
    const senior = await world.as('senior')
    const file = await upload(senior, { spaceId: space.id, hash: space.root, name: 'a.csv' }, Buffer.from('a'))
    const { linkId } = await share(senior, { spaceId: space.id, hashes: [file.hash] })
    const [admin, id] = [await world.as('admin'), world.idOf('senior')]
    await admin.data(users.disable, { id })
    await admin.data(accountDeletions.remove, { id, emailAccounts: 'senior@lab.test' })
    const { revoked_at } = await world.db.selectFrom('share').select('revoked_at').executeTakeFirstOrThrow()
    expect(revoked_at).toBeInstanceOf(Date)
    expect(await (await world.as('stranger')).call(shareAccess.info, { linkId })).toMatchObject({ error: 'shareGone' })
  })

  test('frees the address for a new account, which gets nothing of the old one', async () => {
    const world = await buildWorld()
    const space = await world.space()
    const { admin, id, emailAccounts } = await disabled(world)
    await admin.data(accountDeletions.remove, { id, emailAccounts })
    const fresh = await admin.data(users.create, {
      emailAccounts,
      name: 'Nora New',
      orgChineseName: '新单位',
      role: 'role_general',
    })
    expect(fresh.id).not.toBe(id)
    const members = (await (await world.as('owner')).data(spaces.members, { id: space.id })).list
    expect(members.map(({ personId }) => personId)).not.toContain(fresh.id)
  })

  test('that fails leaves everything as it was', async () => {
    const world = await buildWorld()
    await world.space()
    const { admin, id, emailAccounts } = await disabled(world)
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      world.db,
    )
    await sql`create trigger fail before insert on account_deletion execute function fail()`.execute(world.db)
    expect(await admin.call(accountDeletions.remove, { id, emailAccounts })).toMatchObject({ error: 'unknown' })
    await sql`drop function fail cascade`.execute(world.db)
    expect(await admin.data(users.show, { id })).toMatchObject({ name: '常小米', isDisabled: true })
    expect(await world.db.selectFrom('member').selectAll().where('person_id', '=', id).execute()).toHaveLength(1)
  })
})

describe('the certificate', () => {
  test('is refused for an account that was not deleted', async () => {
    const answer = await (await (await buildWorld()).as('admin')).send(accountDeletions.certificate, { id: NOBODY })
    expect(await answer.json()).toMatchObject({ error: 'notFound' })
  })

  test('says who, when, by whom and what; its hash is in the audit log', async () => {
    const world = await buildWorld()
    const space = await world.space()
    const normal = await world.as('normal')
    await upload(normal, { spaceId: space.id, hash: space.root, name: 'a.csv' }, Buffer.from('a'))
    const { admin, id, emailAccounts } = await disabled(world)
    const { sha256 } = await admin.data(accountDeletions.remove, { id, emailAccounts })
    const file = await certificateOf(world, id)
    expect(file.certificate).toMatchObject({
      account: { id, name: '常小米', emailAccounts },
      deletedAt: world.clock.now().toISOString(),
      deletedBy: { emailAccounts: 'admin@lab.test' },
      removedRows: { member: 1 },
      keptRows: { node: 1 },
    })
    expect(file.sha256).toBe(sha256)
    expect(createHash('sha256').update(JSON.stringify(file.certificate)).digest('hex')).toBe(sha256)
    const [entry] = (await admin.data(audit.list, { action: 'userDeleted' })).list
    expect(entry).toMatchObject({ target: { id, name: '常小米' }, after: { certificateSha256: sha256 } })
  })

  test('that was changed in the database is not genuine', async () => {
    const world = await buildWorld()
    const { admin, id, emailAccounts } = await disabled(world)
    await admin.data(accountDeletions.remove, { id, emailAccounts })
    await sql`update account_deletion set certificate = replace(certificate, '常小米', '张三'),
      sha256 = sha256(convert_to(replace(certificate, '常小米', '张三'), 'UTF8'))`.execute(world.db)
    expect((await admin.data(accountDeletions.list, {})).list).toMatchObject([{ id, isGenuine: false }])
  })
})

test('every column that leads to a person says what becomes of its rows', async () => {
  const { db } = await buildWorld()
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'person'::regclass order by 1`.execute(db)
  expect(Object.keys(personReferences).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

async function profileOf(world: World) {
  const { name, englishName, orgChineseName, orgEnglishName, telephone, orcId, introduction } = await (
    await world.as('normal')
  ).data(account.profile, {})
  return {
    name,
    englishName,
    orgChineseName: orgChineseName || '湖泊所',
    orgEnglishName,
    telephone,
    orcId,
    introduction,
  }
}
