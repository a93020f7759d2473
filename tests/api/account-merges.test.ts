import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { share } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const {
  account,
  accountDeletions,
  accountMerges,
  audit,
  favourites,
  files,
  journal,
  messages,
  session,
  spaces,
  users,
} = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** The wish to merge the normal member into the senior one. */
const wish = (world: World, over: { id?: string; intoId?: string; emailAccounts?: string } = {}) => ({
  id: world.idOf('normal'),
  intoId: world.idOf('senior'),
  emailAccounts: 'normal@lab.test',
  ...over,
})

describe('merging two accounts', () => {
  test('is refused for unknown ones, for one with itself, and into one that is not active', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (const [over, error] of [
      [{ id: NOBODY }, 'userNotFound'],
      [{ intoId: NOBODY }, 'userNotFound'],
      [{ intoId: world.idOf('normal') }, 'mergeSame'],
    ] as const) {
      const given = wish(world, over)
      expect(await admin.call(accountMerges.merge, given)).toMatchObject({ error })
      expect(await admin.call(accountMerges.preview, { id: given.id, intoId: given.intoId })).toMatchObject({ error })
    }
    expect(await admin.call(accountMerges.list, { id: NOBODY })).toMatchObject({ error: 'userNotFound' })
    await admin.data(users.lock, { id: world.idOf('senior') })
    expect(await admin.call(accountMerges.merge, wish(world))).toMatchObject({ error: 'mergeIntoWrong' })
  })

  test('is refused for one’s own account, and when another address was typed', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const own = wish(world, { id: world.idOf('admin'), emailAccounts: 'admin@lab.test' })
    expect(await admin.call(accountMerges.merge, own)).toMatchObject({ error: 'notYourself' })
    const capitals = { ...own, id: own.id.toUpperCase() }
    expect(await admin.call(accountMerges.merge, capitals)).toMatchObject({ error: 'notYourself' })
    const twice = wish(world, { intoId: world.idOf('normal').toUpperCase() })
    expect(await admin.call(accountMerges.merge, twice)).toMatchObject({ error: 'mergeSame' })
    expect(await admin.call(accountMerges.merge, wish(world, { emailAccounts: 'x@lab.test' }))).toMatchObject({
      error: 'accountConfirmWrong',
    })
  })

  test('gives the other one the spaces, the stronger role, authorship, shares and favourites', async () => {
    const world = await buildWorld()
    const [admin, owner, senior] = [await world.as('admin'), await world.as('owner'), await world.as('senior')]
    const space = await world.space({ identifier: 'both1' })
    const other = await world.space({ identifier: 'only1' })
    await owner.data(spaces.removeMember, { id: other.id, personId: world.idOf('normal') })
    const file = await upload(senior, { spaceId: space.id, hash: space.root, name: 'a.csv' }, Buffer.from('a'))
    await senior.data(favourites.favourite, { spaceId: space.id, hashList: [file.hash], isOn: true })
    await share(senior, { spaceId: space.id, hashes: [file.hash] })
    const pair = { id: world.idOf('senior'), intoId: world.idOf('normal') }
    const plan = await admin.data(accountMerges.preview, pair)
    expect(plan).toMatchObject({ memberships: 2, strongerRoles: 1, files: 1, shares: 1, favourites: 1, ownedSpaces: 0 })
    expect(await admin.data(accountMerges.merge, { ...pair, emailAccounts: 'senior@lab.test' })).toEqual(plan)

    for (const { id } of [space, other]) {
      const members = (await owner.data(spaces.members, { id })).list
      expect(members.map(({ personId, role }) => [personId, role])).toEqual([
        [world.idOf('owner'), 'owner'],
        [world.idOf('normal'), 'senior'],
      ])
      expect((await owner.data(spaces.show, { id })).memberCount).toBe(2)
    }
    const normal = await world.as('normal')
    const shown = await normal.data(files.show, { spaceId: space.id, hash: file.hash })
    expect(JSON.stringify(shown)).toContain(world.idOf('normal'))
    expect((await normal.data(favourites.favourites, {})).list).toHaveLength(1)
    expect((await normal.data(messages.list, {})).list.map(({ kind }) => kind)).toContain('accountMerged')
    const mine = (await owner.data(journal.list, { id: space.id })).list.filter(({ action }) => action === 'uploaded')
    expect(JSON.stringify(mine)).toContain(world.idOf('normal'))
  })

  test('gives the other one the spaces that it owns', async () => {
    const world = await buildWorld()
    const space = await world.space()
    const admin = await world.as('admin')
    const pair = { id: world.idOf('owner'), intoId: world.idOf('senior') }
    expect(await admin.data(accountMerges.preview, pair)).toMatchObject({ ownedSpaces: 1 })
    await admin.data(accountMerges.merge, { ...pair, emailAccounts: 'owner@lab.test' })
    const members = (await (await world.as('senior')).data(spaces.members, { id: space.id })).list
    expect(members.map(({ personId, role }) => [personId, role])).toEqual([
      [world.idOf('senior'), 'owner'],
      [world.idOf('normal'), 'normal'],
    ])
  })

  test('ends the merged one: its sessions, keys and way in, which names the other one', async () => {
    const world = await buildWorld()
    const [admin, normal, stranger] = [await world.as('admin'), await world.as('normal'), await world.as('stranger')]
    await normal.data(account.addToken, { name: 'logger', scope: 'read', validityDays: 5 })
    await admin.data(accountMerges.merge, wish(world))
    expect(await normal.call(account.profile, {})).toMatchObject({ error: 'sessionExpired' })
    const given = { emailAccounts: 'normal@lab.test', password: PASSWORD }
    const refusal = await stranger.call(session.login, given)
    expect(refusal).toMatchObject({ error: 'accountMerged', message: expect.stringContaining('senior@lab.test') })
    expect(await stranger.call(session.login, { ...given, password: 'Wrong-2026' })).toMatchObject({
      error: 'wrongCredentials',
    })
    expect(await world.db.selectFrom('access_token').selectAll().execute()).toEqual([])
    const id = world.idOf('normal')
    expect(await admin.call(users.show, { id })).toMatchObject({ error: 'userNotFound' })
    expect(await admin.call(users.enable, { id })).toMatchObject({ error: 'userNotFound' })
    expect(await admin.call(accountMerges.merge, wish(world))).toMatchObject({ error: 'userNotFound' })
    expect(await admin.data(accountMerges.list, { id: world.idOf('senior') })).toMatchObject([
      { id, emailAccounts: 'normal@lab.test' },
    ])
    const [entry] = (await admin.data(audit.list, { action: 'userMerged' })).list
    expect(entry).toMatchObject({ target: { id, name: '常小米' }, after: { into: 'senior@lab.test', keys: 1 } })
  })

  test('one after another leads from each to the last, whose deletion takes them all', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(accountMerges.merge, wish(world))
    const ordinary = world.idOf('ordinary')
    const second = { id: world.idOf('senior'), intoId: ordinary, emailAccounts: 'senior@lab.test' }
    await admin.data(accountMerges.merge, second)
    expect(
      (await admin.data(accountMerges.list, { id: ordinary })).map(({ emailAccounts }) => emailAccounts).sort(),
    ).toEqual(['normal@lab.test', 'senior@lab.test'])
    await admin.data(users.disable, { id: ordinary })
    await admin.data(accountDeletions.remove, { id: ordinary, emailAccounts: 'ordinary@lab.test' })
    const left = await world.db.selectFrom('person').select('email').where('email', 'like', '%@lab.test').execute()
    expect(left.map(({ email }) => email).sort()).toEqual(['admin@lab.test', 'owner@lab.test'])
  })
})
