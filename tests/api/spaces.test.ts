import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { CAPACITY_DEFAULT_GB, CAPACITY_MAX_GB } from '#contract/limits.ts'
import { buildWorld } from '../support/world.ts'

const { spaces } = contract
const draft = (change = {}) => ({
  name: '高原湖泊 Survey_1',
  identifier: 'Lake01',
  type: 'private' as const,
  ...change,
})

describe('POST /spaces', () => {
  test('an ordinary user is refused by name', async () => {
    const world = await buildWorld()
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(spaces.create, draft())).toMatchObject({
      status: 403,
      code: 8,
      error: 'spaceCreateForbidden',
    })
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'a<b' }],
    ['identifier', { identifier: 'ab' }],
    ['identifier', { identifier: 'a'.repeat(21) }],
    ['identifier', { identifier: 'lake-1' }],
    ['introduction', { introduction: 'x'.repeat(301) }],
    ['size', { size: CAPACITY_MAX_GB + 1 }],
    ['size', { size: 1.5 }],
    ['type', { type: 'secret' }],
    ['tags', { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }],
    ['tags.0', { tags: ['x'.repeat(21)] }],
  ])('a wrong %s is told beside its field: %j', async (field, change) => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const answer = await owner.call(spaces.create, draft(change) as never)
    expect(answer).toMatchObject({ status: 400, error: 'invalid', fields: [{ field }] })
  })

  test('an identifier is taken whatever its case, and of two at once one wins', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const answers = await Promise.all(
      ['Lake01', 'lAKE01', 'LAKE01'].map((identifier) => owner.call(spaces.create, draft({ identifier }))),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1007, 1007])
    expect(await owner.call(spaces.checkIdentifier, { identifier: 'lake01' })).toMatchObject({ data: { free: false } })
    expect(await owner.call(spaces.checkIdentifier, { identifier: 'lake02' })).toMatchObject({ data: { free: true } })
  })

  test('makes a normal space that its maker owns', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const made = await owner.data(spaces.create, draft({ tags: ['lake', 'lake', '湖'] }))
    expect(made).toMatchObject({
      status: 'normal',
      myRole: 'owner',
      memberCount: 1,
      usedBytes: 0,
      size: CAPACITY_DEFAULT_GB,
      tags: ['lake', '湖'],
      homepage: '/space/Lake01',
      owner: { personId: world.idOf('owner') },
    })
  })
})

describe('GET /spaces', () => {
  test('a stranger has no spaces of his own', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    expect(await stranger.call(spaces.list, { scope: 'mine' })).toMatchObject({ error: 'notSignedIn' })
  })

  test('an unknown filter or sorter is refused, not ignored', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    expect((await stranger.fetch('/api/spaces?colour=red')).status).toBe(400)
    expect((await stranger.fetch('/api/spaces?sort=colour')).status).toBe(400)
    expect((await stranger.fetch('/api/spaces?after=rubbish')).status).toBe(400)
  })

  test('shows a stranger public and restricted spaces, never private ones', async () => {
    const world = await buildWorld()
    for (const type of ['private', 'restricted', 'public'] as const) await world.space({ type, name: type })
    const seen = async (who: 'stranger' | 'ordinary' | 'normal' | 'admin') =>
      (await (await world.as(who)).data(spaces.list, {})).list.map((space) => space.name).sort()
    expect(await seen('stranger')).toEqual(['public', 'restricted'])
    expect(await seen('ordinary')).toEqual(['public', 'restricted'])
    expect(await seen('admin')).toEqual(['public', 'restricted'])
    expect(await seen('normal')).toEqual(['private', 'public', 'restricted'])
  })

  test.each(['name', 'created', 'used'] as const)(
    'by %s: pages follow one another without gap or repeat, both ways',
    async (sort) => {
      const world = await buildWorld()
      const owner = await world.as('owner')
      for (let i = 1; i <= 12; i += 1)
        await owner.data(spaces.create, draft({ name: `Scan ${i}`, identifier: `scan${i}` }))
      for (const order of ['asc', 'desc'] as const) {
        const names: string[] = []
        let after: string | undefined
        do {
          const page = await owner.data(spaces.list, { scope: 'mine', sort, order, size: 5, after })
          names.push(...page.list.map((space) => space.name))
          after = page.next
        } while (after)
        expect(names).toHaveLength(12)
        expect(new Set(names).size).toBe(12)
        if (sort === 'name' && order === 'asc')
          expect(names.slice(8)).toEqual(['Scan 9', 'Scan 10', 'Scan 11', 'Scan 12'])
      }
    },
  )

  test('finds by name, introduction, identifier and tag; wildcards stand for themselves', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(
      spaces.create,
      draft({ name: '青海湖', identifier: 'qinghai', introduction: '100% of the lake', tags: ['glacier'] }),
    )
    const found = async (q: string) => (await owner.data(spaces.list, { q })).list.length
    expect(await Promise.all(['海湖', 'QINGHAI', '100%', 'glacier', 'Qi_ghai', '%%'].map(found))).toEqual([
      1, 1, 1, 1, 0, 0,
    ])
  })
})

describe('GET /spaces/:id', () => {
  test('a private space does not exist for those outside', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    for (const who of ['stranger', 'ordinary'] as const) {
      const client = await world.as(who)
      expect(await client.call(spaces.show, { id })).toMatchObject({ status: 404, error: 'spaceNotFound' })
      expect(await client.call(spaces.show, { id: identifier })).toMatchObject({ status: 404, error: 'spaceNotFound' })
    }
    expect(await (await world.as('stranger')).call(spaces.show, { id: "x' or 1=1" })).toMatchObject({
      error: 'spaceNotFound',
    })
  })

  test('tells a member the own role and flags, as facts', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const shown = await (await world.as('normal')).data(spaces.show, { id })
    expect(shown.myRole).toBe('normal')
    expect(shown.myFlags).toContain('F_EDIT_AM')
    expect(shown.myFlags).not.toContain('F_EDIT_OT')
  })
})

describe('PATCH /spaces/:id', () => {
  test('a senior member may not change it, and the owner not its capacity', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('senior')).call(spaces.edit, { id, name: 'Mine' })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await (await world.as('owner')).call(spaces.edit, { id, size: 500 })).toMatchObject({
      error: 'spaceRightMissing',
    })
  })

  test('the owner renames and describes it; the identifier stays', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const owner = await world.as('owner')
    const edited = await owner.data(spaces.edit, {
      id,
      name: 'New name',
      introduction: 'About',
      identifier: 'other',
    } as never)
    expect(edited).toMatchObject({ name: 'New name', introduction: 'About', identifier })
  })

  test('an administrator changes its capacity', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('admin')).data(spaces.edit, { id, size: 500 })).toMatchObject({ size: 500 })
  })
})

describe('DELETE /spaces/:id', () => {
  test('nobody but the owner and administrators, and only with the identifier repeated', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    expect(await (await world.as('senior')).call(spaces.remove, { id, identifier })).toMatchObject({
      error: 'spaceRightMissing',
    })
    const owner = await world.as('owner')
    expect(await owner.call(spaces.remove, { id, identifier: 'other' })).toMatchObject({ error: 'spaceConfirmWrong' })
    expect(await owner.call(spaces.remove, { id, identifier })).toMatchObject({ code: 0 })
    expect(await owner.call(spaces.show, { id })).toMatchObject({ error: 'spaceNotFound' })
  })
})

describe('members', () => {
  test('a normal member adds and removes nobody, a stranger sees none', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'restricted' })
    const normal = await world.as('normal')
    expect(
      await normal.call(spaces.addMember, { id, emailAccounts: 'ordinary@lab.test', role: 'normal' }),
    ).toMatchObject({ error: 'spaceRightMissing' })
    expect(await normal.call(spaces.removeMember, { id, personId: world.idOf('senior') })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await (await world.as('ordinary')).call(spaces.members, { id })).toMatchObject({ error: 'spaceForbidden' })
  })

  test('an unknown address, and one who belongs already, are refused beside the field', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const add = (emailAccounts: string) => owner.call(spaces.addMember, { id, emailAccounts, role: 'normal' })
    expect(await add('nobody@lab.test')).toMatchObject({ error: 'memberUnknown', fields: [{ field: 'emailAccounts' }] })
    expect(await add('normal@lab.test')).toMatchObject({ error: 'memberAlready' })
  })

  test('the owner is neither demoted nor removed, and nobody changes the own role', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const senior = await world.as('senior')
    const owner = await world.as('owner')
    expect(
      await senior.call(spaces.setMemberRole, { id, personId: world.idOf('owner'), role: 'normal' }),
    ).toMatchObject({ error: 'ownerStays' })
    expect(await owner.call(spaces.removeMember, { id, personId: world.idOf('owner') })).toMatchObject({
      error: 'ownerStays',
    })
    expect(
      await senior.call(spaces.setMemberRole, { id, personId: world.idOf('senior'), role: 'normal' }),
    ).toMatchObject({ error: 'spaceRightMissing' })
  })

  test('are listed with the owner first, page by page; one may leave', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const first = await owner.data(spaces.members, { id, size: 2 })
    const rest = await owner.data(spaces.members, { id, size: 2, after: first.next })
    expect([...first.list, ...rest.list].map((member) => member.role)).toEqual(['owner', 'senior', 'normal'])
    expect(rest.next).toBeUndefined()
    await (await world.as('normal')).data(spaces.removeMember, { id, personId: world.idOf('normal') })
    expect(await owner.data(spaces.show, { id })).toMatchObject({ memberCount: 2 })
    expect(await (await world.as('normal')).call(spaces.show, { id })).toMatchObject({ error: 'spaceNotFound' })
  })
})

describe('GET /public/ju', () => {
  test('role 1 for a stranger, 3 for a member; a private space does not exist', async () => {
    const world = await buildWorld()
    const open = await world.space({ type: 'restricted' })
    const closed = await world.space()
    expect(await (await world.as('stranger')).data(spaces.access, { url: open.identifier })).toMatchObject({
      role: 1,
      type: 'restricted',
    })
    expect(await (await world.as('normal')).data(spaces.access, { url: closed.id })).toMatchObject({
      role: 3,
      space: { id: closed.id },
    })
    expect(await (await world.as('ordinary')).call(spaces.access, { url: closed.id })).toMatchObject({
      error: 'spaceNotFound',
    })
    expect(await (await world.as('normal')).data(spaces.transit, { code: closed.identifier })).toBe(closed.id)
  })
})
