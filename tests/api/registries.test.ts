import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { SEARCHES_A_MINUTE } from '../../server/modules/registries/service.ts'
import { buildWorld } from '../support/world.ts'

const { account, audit, registries, spaces } = contract
const NOBODY = '018f0000-0000-7000-8000-0000000000aa'
const FANG = { kind: 'person' as const, name: '王芳', otherName: 'Fang Wang', identifier: '0000-0002-1825-0097' }
type Draft = InputOf<typeof registries.add>

async function scene() {
  const world = await buildWorld()
  const [owner, admin] = await Promise.all([world.as('owner'), world.as('admin')])
  const add = (draft: Draft) => owner.data(registries.add, draft)
  const names = async (kind: Draft['kind'], q = '') =>
    (await owner.data(registries.find, { kind, q })).map(({ name }) => name)
  return { world, owner, admin, add, names }
}

describe('refusals', () => {
  test.each<[string, Draft]>([
    ['an ORCID iD with a wrong check digit', { ...FANG, identifier: '0000-0002-1825-0098' }],
    ['a ROR id that is none', { kind: 'organisation', name: 'Institute', identifier: '05dxps05' }],
    ['a funder id of another form', { kind: 'organisation', name: 'Fund', funderId: '10.1234/501100001809' }],
    ['a paper by words', { kind: 'paper', name: 'Lakes', identifier: 'see the journal' }],
    ['nobody', { kind: 'person', name: ' ' }],
  ])('%s is not added', async (_, draft) => {
    const { owner } = await scene()
    expect(await owner.call(registries.add, draft)).toMatchObject({ error: 'invalid' })
  })

  test('an identifier is there once in its kind, however it is written', async () => {
    const { owner, admin, add } = await scene()
    await add(FANG)
    const again = { ...FANG, name: 'Fang', identifier: 'https://orcid.org/0000-0002-1825-0097' }
    expect(await owner.call(registries.add, again)).toMatchObject({ error: 'registryIdentifierTaken' })
    const { id } = await add({ kind: 'person', name: 'Fang' })
    expect(await admin.call(registries.edit, { ...again, id })).toMatchObject({ error: 'registryIdentifierTaken' })
  })

  test('what is gone, and what is of another kind, is neither changed nor merged', async () => {
    const { admin, add } = await scene()
    const { id } = await add(FANG)
    const { id: otherId } = await add({ kind: 'organisation', name: 'Institute' })
    for (const answer of [
      admin.call(registries.edit, { ...FANG, id: NOBODY }),
      admin.call(registries.remove, { id: NOBODY }),
      admin.call(registries.merge, { id, otherId: NOBODY }),
    ])
      expect(await answer).toMatchObject({ error: 'registryEntryGone' })
    for (const answer of [
      admin.call(registries.edit, { kind: 'paper', name: 'Fang', id }),
      admin.call(registries.merge, { id, otherId }),
      admin.call(registries.merge, { id, otherId: id }),
    ])
      expect(await answer).toMatchObject({ error: 'registryKindOther' })
  })

  test('members of a space are told to those who publish from it', async () => {
    const { world } = await scene()
    const { id: spaceId } = await world.space({ type: 'private' })
    const find = { kind: 'person' as const, spaceId }
    expect(await (await world.as('ordinary')).call(registries.find, find)).toMatchObject({ error: 'spaceNotFound' })
    expect(await (await world.as('normal')).call(registries.find, find)).toMatchObject({ error: 'spaceRightMissing' })
  })

  test('when they are full nothing more is added', async () => {
    const { world, owner, admin } = await scene()
    await sql`insert into registry_entry (id, kind, name, other_name, family, given, email, identifier, funder_id,
      organisation, organisation_ror, added_at, words)
      select gen_random_uuid(), 'paper', 'Paper ' || n, '', '', '', '', '', '', '', '', now(), 'paper ' || n
      from generate_series(1, 200000) n`.execute(world.db)
    expect(await owner.call(registries.add, FANG)).toMatchObject({ error: 'registriesFull' })
    expect(await admin.call(registries.fill, {})).toMatchObject({ error: 'registriesFull' })
    const started = performance.now()
    expect(await owner.data(registries.find, { kind: 'paper', q: 'paper 19999' })).toHaveLength(11)
    // A guard against work that grows with the square of the rows, not a measurement.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('an entry', () => {
  test('is kept bare, and found by its names, its identifier and where its person works', async () => {
    const { add, names } = await scene()
    const entry = await add({
      ...FANG,
      identifier: 'https://orcid.org/0000-0002-1825-0097',
      organisation: 'Institute of Limnology',
      organisationRor: 'https://ror.org/05dxps055',
      email: 'fang@lab.test',
      funderId: '10.13039/501100001809',
    })
    expect(entry).toMatchObject({ identifier: FANG.identifier, organisationRor: '05dxps055', funderId: '' })
    await add({ kind: 'person', name: 'Wolfgang Fang' })
    for (const q of ['王', 'fang wang', '1825-0097', 'LIMNO'])
      expect([q, await names('person', q)]).toEqual([q, ['王芳']])
    expect(await names('person', 'wolf')).toEqual(['Wolfgang Fang'])
    expect([await names('person', 'fang@lab'), await names('person', '%')]).toEqual([[], []])
    const doi = await add({ kind: 'paper', name: 'Lakes', identifier: 'https://doi.org/10.1234/LAKES' })
    const fund = await add({ kind: 'organisation', name: 'Fund', funderId: 'https://doi.org/10.13039/501100001809' })
    expect([doi.identifier, fund.funderId]).toEqual(['10.1234/LAKES', '10.13039/501100001809'])
  })

  test('tells its address to who added it, to members of the space and to administrators', async () => {
    const { world, add, admin } = await scene()
    await add({ ...FANG, email: 'fang@lab.test' })
    const emailTo = async (who: 'owner' | 'ordinary') =>
      (await (await world.as(who)).data(registries.find, { kind: 'person', q: '王芳' }))[0]?.email
    expect([await emailTo('owner'), await emailTo('ordinary')]).toEqual(['fang@lab.test', ''])
    const { id } = await (await world.as('ordinary')).data(registries.add, { kind: 'person', name: '王芳' })
    const { list } = await admin.data(registries.list, { kind: 'person' })
    await admin.data(registries.merge, { id, otherId: list.find((one) => one.id !== id)?.id ?? '' })
    expect([await emailTo('owner'), await emailTo('ordinary')]).toEqual(['fang@lab.test', ''])
    expect((await admin.data(registries.list, { kind: 'person' })).list[0]?.email).toBe('fang@lab.test')
  })

  test('of a person is found by others by two characters, and so often a minute', async () => {
    const { world, add, names } = await scene()
    await add(FANG)
    const ordinary = await world.as('ordinary')
    const found = async (q: string) => (await ordinary.data(registries.find, { kind: 'person', q })).length
    expect([await found(''), await found('王'), await found('王芳')]).toEqual([0, 0, 1])
    expect(await names('person')).toEqual(['王芳'])
    const ask = () => ordinary.call(registries.find, { kind: 'person', q: '王芳' })
    const answers = await Promise.all(Array.from({ length: SEARCHES_A_MINUTE - 2 }, ask))
    expect(answers.filter((answer) => 'error' in answer)).toEqual([
      expect.objectContaining({ error: 'tooManyRequests' }),
    ])
  })

  test('takes over what belongs together only together', async () => {
    const { admin, add } = await scene()
    const { id } = await add({ kind: 'person', name: 'Wang Fang', organisation: 'Institute', family: 'Wang' })
    const other = { organisation: 'Elsewhere', organisationRor: '05dxps055', family: 'Wang', given: 'Fang' }
    const { id: otherId } = await add({ ...FANG, ...other })
    expect(await admin.data(registries.merge, { id, otherId })).toMatchObject({
      organisation: 'Institute',
      organisationRor: '',
      family: 'Wang',
      given: 'Fang',
    })
  })

  test('takes over what only the other one says, and is found by its names; published metadata stay', async () => {
    const { admin, add, names } = await scene()
    const { id } = await add({ kind: 'person', name: 'Wang Fang', organisation: 'Institute' })
    const { id: otherId } = await add({ ...FANG, organisation: 'Elsewhere' })
    const merged = await admin.data(registries.merge, { id, otherId })
    expect(merged).toMatchObject({
      name: 'Wang Fang',
      otherName: 'Fang Wang',
      identifier: FANG.identifier,
      organisation: 'Institute',
      aliases: ['王芳'],
    })
    expect([await names('person', '王芳'), (await admin.data(registries.list, { kind: 'person' })).list]).toEqual([
      ['Wang Fang'],
      [merged],
    ])
    const edited = await admin.data(registries.edit, { ...merged, family: 'Wang' })
    expect(edited).toEqual({ ...merged, family: 'Wang' })
    await admin.data(registries.remove, { id })
    expect(await names('person')).toEqual([])
    const { list } = await admin.data(audit.list, {})
    expect(list.map(({ action }) => action).filter((action) => action.startsWith('registry'))).toEqual([
      'registryEntryRemoved',
      'registryEntryChanged',
      'registryEntriesMerged',
    ])
  })

  test('is listed page by page', async () => {
    const { admin, add } = await scene()
    for (const name of ['Lake 10', 'Lake 2', 'Lake 1']) await add({ kind: 'project', name })
    const first = await admin.data(registries.list, { kind: 'project', size: 2 })
    const second = await admin.data(registries.list, { kind: 'project', size: 2, after: first.next ?? '' })
    expect([...first.list, ...second.list].map(({ name }) => name)).toEqual(['Lake 1', 'Lake 2', 'Lake 10'])
  })
})

describe('accounts', () => {
  test('fill the registries once, with their profiles and where people work', async () => {
    const { world, owner, admin, names } = await scene()
    const profile = await owner.data(account.profile, {})
    await sql`update person set disabled_at = now() where email = 'ordinary@lab.test'`.execute(world.db)
    const { people, organisations } = await admin.data(registries.fill, {})
    expect(people).toBeGreaterThan(3)
    const { rows: disabled } = await sql`
      select from registry_entry where email = 'ordinary@lab.test'`.execute(world.db)
    expect(disabled).toEqual([])
    expect(await names('person', profile.name)).toEqual([profile.name])
    expect(organisations).toBe(new Set(await names('organisation')).size)
    expect(await admin.data(registries.fill, {})).toEqual({ people: 0, organisations: 0 })
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from registry_account`.execute(world.db)
    expect(Number(rows[0]?.count)).toBe(people)
  })

  test('stay in the entry that theirs was merged into, when the registries are filled again', async () => {
    const { world, admin, add } = await scene()
    await admin.data(registries.fill, {})
    const entries = async () => (await admin.data(registries.list, { kind: 'person' })).list
    const before = await entries()
    const owner = before.find(({ email }) => email === 'owner@lab.test')
    const normal = before.find(({ email }) => email === 'normal@lab.test')
    const merged = await admin.data(registries.merge, { id: owner?.id ?? '', otherId: normal?.id ?? '' })
    expect(await admin.data(registries.fill, {})).toEqual({ people: 0, organisations: 0 })
    expect(await entries()).toHaveLength(before.length - 1)
    const { id } = await add({ kind: 'person', name: 'Somebody without an account' })
    await admin.data(registries.merge, { id, otherId: merged.id })
    expect(await admin.data(registries.fill, {})).toEqual({ people: 0, organisations: 0 })
    const found = await (await world.as('normal')).call(registries.find, { kind: 'person', q: 'Somebody' })
    expect(found).toMatchObject({ data: [{ id }] })
    await admin.data(registries.remove, { id })
    expect(await admin.data(registries.fill, {})).toMatchObject({ people: 2 })
  })

  test('fill the registries once, when administrators do so at the same time', async () => {
    const { world, admin } = await scene()
    await admin.data(registries.fill, {})
    await sql`update person set unit = 'Unit ' || email`.execute(world.db)
    await Promise.all(Array.from({ length: 6 }, () => admin.data(registries.fill, {})))
    const { rows } = await sql`
      select name from registry_entry where kind = 'organisation' group by name having count(*) > 1`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('of members are found before they are in a registry, with their addresses, and once after', async () => {
    const { world, owner, admin } = await scene()
    const { id: spaceId } = await world.space({ type: 'private' })
    const members = await owner.data(spaces.members, { id: spaceId })
    const found = () => owner.data(registries.find, { kind: 'person', spaceId })
    const before = await found()
    expect(before.map(({ id }) => id)).toEqual(before.map(() => null))
    expect(before.map(({ email }) => email).toSorted()).toEqual(
      members.list.map(({ emailAccounts }) => emailAccounts).toSorted(),
    )
    await admin.data(registries.fill, {})
    const known = (await found()).filter(({ email }) => email !== '')
    expect(known.map(({ email }) => email).toSorted()).toEqual(before.map(({ email }) => email).toSorted())
    expect(known.every(({ id }) => id !== null)).toBe(true)
  })
})
