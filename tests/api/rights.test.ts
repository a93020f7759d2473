import { describe, expect, test } from 'vitest'
import type { InputOf, Operation } from '#contract/core/operation.ts'
import {
  can,
  defaultFlags,
  type Flag,
  flags,
  type Permission,
  type SpaceContext,
  type SpaceRole,
  type SpaceType,
} from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import { whyGroups } from '#contract/rights.ts'
import type { ViewAsRole } from '#contract/view-as.ts'
import type { Client } from '../support/client.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { rights, spaces, files, search, uploads, journal, audit } = contract
const product = { senior: defaultFlags('senior'), normal: defaultFlags('normal') }
const nobody = '00000000-0000-4000-8000-000000000000'

/** Sends an operation as its owner who borrows other eyes; answers the name of the refusal, '' for success. */
async function sendAs<O extends Operation>(
  client: Client,
  view: string,
  operation: O,
  input: InputOf<O>,
): Promise<{ error?: string; data: unknown }> {
  const own = client.headers.bind(client)
  client.headers = () => ({ ...own(), 'view-as': view })
  try {
    const response = await client.send(operation, input)
    return operation.answers === 'bytes' && response.ok
      ? { data: null }
      : ((await response.json()) as { error?: string; data: unknown })
  } finally {
    client.headers = own
  }
}

async function fileOf(world: World, who: Who, spaceId: string, name: string): Promise<string> {
  const client = await world.as(who)
  return client.data(files.create, { spaceId, path: name })
}

describe('PUT /common/default.spaceRole', () => {
  test('is for administrators who signed in', async () => {
    const world = await buildWorld()
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(rights.setDefaults, product)).toMatchObject({ error: 'forbidden' })
  })

  test('a flag that is none is refused; one that is named twice counts once', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const strange = { senior: ['F_FLY'], normal: [] } as unknown as typeof product
    expect(await admin.call(rights.setDefaults, strange)).toMatchObject({ error: 'invalid' })
    const kept = await admin.data(rights.setDefaults, { senior: ['M_ADD', 'F_MAKE', 'M_ADD'], normal: [] })
    expect(kept).toEqual({ senior: ['F_MAKE', 'M_ADD'], normal: [] })
    expect(await admin.data(rights.defaults, {})).toEqual(kept)
  })

  test('begins as the table of flags says, and is written down with before and after', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect(await admin.data(rights.defaults, {})).toEqual(product)
    await admin.data(rights.setDefaults, { ...product, normal: ['F_MAKE'] })
    const { list } = await admin.data(audit.list, { action: 'defaultRightsChanged' })
    expect(list[0]).toMatchObject({ before: { normal: product.normal }, after: { normal: ['F_MAKE'] } })
  })

  test('new spaces begin with it, those that are there stay as they are', async () => {
    const world = await buildWorld()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const before = await world.space()
    const changed = { senior: ['F_MAKE', 'S_AUDIT'] as Flag[], normal: [] }
    await admin.data(rights.setDefaults, changed)
    const after = await world.space()
    expect(await owner.data(rights.ofSpace, { id: before.id })).toEqual(product)
    expect(await owner.data(rights.ofSpace, { id: after.id })).toEqual(changed)
  })
})

describe('PUT /spaces/:id/rights', () => {
  test('is refused without the right to set rights, by an administrator too, and hides what is private', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const refusal = async (who: Who) => await (await world.as(who)).call(rights.setOfSpace, { id, ...product })
    expect(await refusal('normal')).toMatchObject({ error: 'spaceRightMissing' })
    expect(await refusal('senior')).toMatchObject({ error: 'spaceRightMissing' })
    expect(await refusal('admin')).toMatchObject({ error: 'spaceRightMissing' })
    expect(await refusal('ordinary')).toMatchObject({ error: 'spaceNotFound' })
  })

  test('every member may look, nobody else', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    expect(await (await world.as('normal')).data(rights.ofSpace, { id })).toEqual(product)
    expect(await (await world.as('admin')).data(rights.ofSpace, { id })).toEqual(product)
    expect(await (await world.as('ordinary')).call(rights.ofSpace, { id })).toMatchObject({ error: 'spaceForbidden' })
  })

  test('bites with the next call, and whoever got the right to set rights may set them', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    await owner.data(rights.setOfSpace, { id, senior: [], normal: ['S_CONF_PER'] })
    expect(await normal.call(files.create, { spaceId: id, path: 'a' })).toMatchObject({ error: 'fileForbidden' })
    await normal.data(rights.setOfSpace, { id, senior: [], normal: ['S_CONF_PER', 'F_MAKE'] })
    expect(await normal.call(files.create, { spaceId: id, path: 'a' })).toMatchObject({ code: 0 })
  })

  test('is written into the journal with what was given and taken, and into the audit; no change is no entry', async () => {
    const world = await buildWorld()
    const { id, name } = await world.space()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const changed = {
      senior: product.senior.filter((flag) => flag !== 'M_DEL'),
      normal: [...product.normal, 'M_ADD'] as Flag[],
    }
    await owner.data(rights.setOfSpace, { id, ...changed })
    await owner.data(rights.setOfSpace, { id, ...changed })
    const rows = await world.db.selectFrom('journal').selectAll().where('space_id', '=', id).execute()
    expect(rows.filter(({ action }) => action === 'rightsChanged')).toMatchObject([
      { person_name: 'Olive Owner', channel: 'web', details: { seniorRemoved: 'M_DEL', normalAdded: 'M_ADD' } },
    ])
    const { list } = await admin.data(audit.list, { action: 'spaceRightsChanged' })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ target: { id, name }, actor: { name: 'Olive Owner' } })
  })

  test('of two at once both are whole, and the journal tells each change once', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const wishes = [
      { senior: ['F_MAKE'], normal: [] },
      { senior: [], normal: ['M_ADD'] },
    ] as const
    await Promise.all(
      wishes.map((wish) => owner.data(rights.setOfSpace, { id, senior: [...wish.senior], normal: [...wish.normal] })),
    )
    const kept = await owner.data(rights.ofSpace, { id })
    expect(wishes).toContainEqual(kept)
    const rows = await world.db
      .selectFrom('journal')
      .selectAll()
      .where('action', '=', 'rightsChanged')
      .orderBy('id')
      .execute()
    const first = wishes.find((wish) => JSON.stringify(wish) !== JSON.stringify(kept))
    expect(rows).toHaveLength(2)
    expect(rows[1]?.details).toMatchObject(
      first?.senior.length
        ? { seniorRemoved: 'F_MAKE', normalAdded: 'M_ADD' }
        : { seniorAdded: 'F_MAKE', normalRemoved: 'M_ADD' },
    )
  })
})

describe('GET /spaces/:id/why', () => {
  test('about others it is for those who may set rights and for administrators; about oneself for everybody who sees it', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const about = async (who: Who, personId?: string) =>
      (await world.as(who)).call(rights.why, { id, ...(personId && { personId }) })
    expect(await about('normal', world.idOf('senior'))).toMatchObject({ error: 'spaceRightMissing' })
    expect(await about('ordinary')).toMatchObject({ error: 'spaceNotFound' })
    expect(await about('normal')).toMatchObject({ code: 0 })
    expect(await about('owner', world.idOf('normal'))).toMatchObject({ code: 0 })
    expect(await about('admin', world.idOf('normal'))).toMatchObject({ code: 0 })
  })

  test('somebody who is no member is unknown here, and an item that is gone is gone', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    expect(await owner.call(rights.why, { id, personId: world.idOf('ordinary') })).toMatchObject({
      error: 'memberUnknown',
    })
    expect(await owner.call(rights.why, { id, personId: nobody })).toMatchObject({ error: 'memberUnknown' })
    expect(await owner.call(rights.why, { id, hash: nobody })).toMatchObject({ error: 'fileGone' })
  })

  test('an administrator who may not read the space learns nothing of its items', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const admin = await world.as('admin')
    expect(await admin.call(rights.why, { id, personId: world.idOf('normal'), hash: root })).toMatchObject({
      error: 'spaceForbidden',
    })
  })

  test('tells the rule, the flag, and who can change it', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    await owner.data(rights.setOfSpace, { id, senior: ['S_CONF_PER'], normal: ['F_MAKE'] })
    const { person, changers, list } = await owner.data(rights.why, { id, personId: world.idOf('normal') })
    expect(person).toMatchObject({ personName: '常小米', role: 'normal' })
    expect(changers).toEqual({ ownerName: 'Olive Owner', rights: ['senior'], members: [] })
    const verdictOf = (permission: string, group: string) =>
      list.find((one) => one.permission === permission && one.group === group)
    expect(verdictOf('file.make', 'making')).toMatchObject({ isAllowed: true, rule: 'flagGranted', flag: 'F_MAKE' })
    expect(verdictOf('file.delete', 'own')).toMatchObject({ isAllowed: false, rule: 'flagMissing', flag: 'F_DEL_AM' })
    expect(verdictOf('file.delete', 'others')).toMatchObject({ isAllowed: false, flag: 'F_DEL_OT' })
    expect(verdictOf('space.transfer', 'configuration')).toMatchObject({
      isAllowed: false,
      rule: 'ownerOnly',
      flag: null,
    })
  })

  test('of an item knows whose it is, and a folder that holds items of others', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const folder = await fileOf(world, 'normal', id, 'mine')
    const personId = world.idOf('normal')
    const ask = async () => owner.data(rights.why, { id, personId, hash: folder })
    const mine = await ask()
    expect(mine.item).toEqual({ name: 'mine', authorName: '常小米', isOwn: true })
    expect(mine.list.find(({ permission }) => permission === 'file.delete')).toMatchObject({
      isAllowed: true,
      flag: 'F_DEL_AM',
    })
    await owner.data(files.create, { spaceId: id, hash: folder, path: 'theirs' })
    const mixed = await ask()
    expect(mixed.item).toMatchObject({ isOwn: false })
    expect(mixed.list.find(({ permission }) => permission === 'file.delete')).toMatchObject({
      isAllowed: false,
      flag: 'F_DEL_OT',
    })
  })
})

describe('the header view-as', () => {
  const looks: readonly ViewAsRole[] = ['senior', 'normal', 'stranger']

  test('means nothing from anybody but the owner, nor when it makes no sense', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    for (const who of ['senior', 'normal', 'ordinary', 'admin'] as const) {
      const plain = await (await world.as(who)).data(spaces.show, { id })
      expect((await sendAs(await world.as(who), `${id} stranger`, spaces.show, { id })).data).toEqual(plain)
    }
    const owner = await world.as('owner')
    for (const view of [`${id} owner`, `${id}`, 'x normal', `${id} normal more`, `${nobody} normal`])
      expect((await sendAs(owner, view, spaces.show, { id })).data).toMatchObject({ myRole: 'owner' })
  })

  test.each(looks)('as %s: every changing call is refused, whatever it is about', async (role) => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const view = `${id} ${role}`
    const refused = async <O extends Operation>(operation: O, input: InputOf<O>) =>
      (await sendAs(owner, view, operation, input)).error
    expect(await refused(files.create, { spaceId: id, path: 'a' })).toBe('viewAsReadsOnly')
    expect(await refused(spaces.remove, { id, identifier: 'x' })).toBe('viewAsReadsOnly')
    expect(await refused(rights.setOfSpace, { id, ...product })).toBe('viewAsReadsOnly')
    expect(await refused(uploads.merge, { checkId: nobody })).toBe('viewAsReadsOnly')
    expect((await owner.data(spaces.show, { id })).myRole).toBe('owner')
  })

  test('lowers the place of the owner in exactly that space', async () => {
    const world = await buildWorld()
    const [one, other] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const view = `${one.id} normal`
    expect((await sendAs(owner, view, spaces.show, { id: one.id })).data).toMatchObject({
      myRole: 'normal',
      myFlags: expect.arrayContaining(['F_MAKE']),
    })
    expect((await sendAs(owner, view, spaces.show, { id: other.id })).data).toMatchObject({ myRole: 'owner' })
    expect((await sendAs(owner, view, spaces.access, { url: one.identifier })).data).toMatchObject({ role: 3 })
  })

  test('a stranger does not learn of a private space, sees a restricted one without its files, and reads a public one', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const answers = async (type: SpaceType) => {
      const { id } = await world.space({ type })
      const view = `${id} stranger`
      const seen = await sendAs(owner, view, spaces.show, { id })
      const listed = await sendAs(owner, view, files.list, { spaceId: id })
      const members = await sendAs(owner, view, spaces.members, { id })
      return [seen.error, listed.error, members.error]
    }
    expect(await answers('private')).toEqual(['spaceNotFound', 'spaceNotFound', 'spaceNotFound'])
    expect(await answers('restricted')).toEqual([undefined, 'spaceForbidden', 'spaceForbidden'])
    expect(await answers('public')).toEqual([undefined, undefined, 'spaceForbidden'])
  })

  test('nothing is his own meanwhile, and being an administrator does not count', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hash = await fileOf(world, 'owner', id, 'a')
    await world.db.updateTable('person').set({ role: 'role_admin' }).where('id', '=', world.idOf('owner')).execute()
    await world.bus.publish('person', { id: world.idOf('owner') })
    const owner = await world.as('owner')
    const why = (await sendAs(owner, `${id} normal`, rights.why, { id, hash })).data as {
      item: object
      list: { permission: string; isAllowed: boolean }[]
    }
    expect(why.item).toMatchObject({ isOwn: false })
    expect(why.list.find(({ permission }) => permission === 'file.edit')?.isAllowed).toBe(false)
    expect((await sendAs(owner, `${id} normal`, files.zip, { spaceId: id, hash: [hash] })).error).toBe('fileForbidden')
    expect((await sendAs(owner, `${id} stranger`, spaces.show, { id })).error).toBe('spaceNotFound')
  })
})

/** Every operation of a space that takes a right, and how to call it; the answer '' is success. */
const ok = ['', 'trashGone', 'uploadGone', 'memberUnknown', 'ownerStays', 'fileNameTaken']
type Knock = {
  permission: Permission
  whose?: 'own' | 'others'
  go: (client: Client, at: Entrances) => Promise<string>
}
type Entrances = { id: string; own: () => Promise<string>; others: () => Promise<string>; identifier: string }
const verdictOf = async <O extends Operation>(client: Client, operation: O, input: InputOf<O>): Promise<string> => {
  const response = await client.send(operation, input)
  if (operation.answers === 'bytes' && response.ok) return ''
  const body = (await response.json()) as { error?: string; data?: { code?: number } | null }
  // The check of uploads answers its refusal inside. Source: the quirk of spec section 4.
  return body.error ?? (operation.path === uploads.check.path && body.data?.code ? 'fileForbidden' : '')
}
const knocks: Knock[] = [
  { permission: 'space.read', go: (c, { id }) => verdictOf(c, files.list, { spaceId: id }) },
  { permission: 'space.read', go: (c, { id }) => verdictOf(c, search.find, { spaceId: id, q: 'a' }) },
  { permission: 'member.list', go: (c, { id }) => verdictOf(c, spaces.members, { id }) },
  { permission: 'member.list', go: (c, { id }) => verdictOf(c, rights.ofSpace, { id }) },
  { permission: 'space.readJournal', go: (c, { id }) => verdictOf(c, journal.list, { id }) },
  {
    permission: 'file.make',
    go: (c, { id }) => verdictOf(c, files.create, { spaceId: id, path: `n${Math.random()}` }),
  },
  {
    permission: 'file.make',
    go: (c, { id }) =>
      verdictOf(c, uploads.check, { spaceId: id, name: 'a.txt', total: '1', fileMd5: '0'.repeat(32) } as InputOf<
        typeof uploads.check
      >),
  },
  ...(['own', 'others'] as const).flatMap((whose): Knock[] => [
    {
      permission: 'file.edit',
      whose,
      go: async (c, at) =>
        verdictOf(c, files.rename, { spaceId: at.id, hash: await at[whose](), name: `r${Math.random()}` }),
    },
    {
      permission: 'file.download',
      whose,
      go: async (c, at) => verdictOf(c, files.zip, { spaceId: at.id, hash: [await at[whose]()] }),
    },
    {
      permission: 'file.delete',
      whose,
      go: async (c, at) => verdictOf(c, files.remove, { spaceId: at.id, hashList: [await at[whose]()] }),
    },
  ]),
  {
    permission: 'member.edit',
    go: (c, { id }) => verdictOf(c, spaces.setMemberRole, { id, personId: nobody, role: 'normal' }),
  },
  { permission: 'member.remove', go: (c, { id }) => verdictOf(c, spaces.removeMember, { id, personId: nobody }) },
  { permission: 'space.edit', go: (c, { id }) => verdictOf(c, spaces.edit, { id, introduction: 'Lakes' }) },
  { permission: 'space.explain', go: (c, { id }) => verdictOf(c, rights.why, { id, personId: nobody }) },
]

describe('the operations of a space', () => {
  const everyone = ['stranger', 'ordinary', 'admin', 'normal', 'senior', 'owner'] as const
  const placeOf: Record<(typeof everyone)[number], SpaceRole | null> = {
    stranger: null,
    ordinary: null,
    admin: null,
    normal: 'normal',
    senior: 'senior',
    owner: 'owner',
  }
  const half = flags.filter((_flag, at) => at % 2 === 0)
  const rest = flags.filter((_flag, at) => at % 2 === 1)

  test.each<[SpaceType, string, Flag[], Flag[]]>([
    ['private', 'no flag', [], []],
    ['private', 'every flag', [...flags], [...flags]],
    ['restricted', 'half of the flags', half, rest],
    ['public', 'the other half', rest, half],
  ])('of a %s one, with %s: each opens exactly where the policy says so', async (type, _what, senior, normal) => {
    const world = await buildWorld()
    const { id, identifier } = await world.space({ type })
    const owner = await world.as('owner')
    const made = async (who: 'owner' | 'normal' | 'senior') => fileOf(world, who, id, `f${Math.random()}`)
    const items = new Map<string, string[]>()
    for (const who of ['owner', 'normal', 'senior'] as const)
      items.set(who, await Promise.all(Array.from({ length: 20 }, () => made(who))))
    await owner.data(rights.setOfSpace, { id, senior, normal })
    const wrong: string[] = []
    for (const who of everyone) {
      const client = await world.as(who)
      const role = placeOf[who]
      const policyContext: SpaceContext = {
        type,
        status: 'normal',
        myRole: role,
        myFlags: role === 'senior' ? senior : role === 'normal' ? normal : [],
      }
      const actor =
        who === 'stranger'
          ? null
          : ({ id: world.idOf(who), role: who === 'admin' ? 'role_admin' : 'role_general' } as const)
      const take = (from: string) => async () => items.get(from)?.pop() ?? nobody
      const at: Entrances = { id, identifier, own: take(who), others: take(who === 'owner' ? 'senior' : 'owner') }
      for (const { permission, whose, go } of knocks) {
        // Only members have items of their own.
        if (whose === 'own' && !role) continue
        const file = { space: policyContext, authorId: whose === 'own' ? (actor?.id ?? '') : nobody }
        const asked = (whose ? file : policyContext) as never
        const answer = await go(client, at)
        const isOpen = ok.includes(answer)
        const may = can(actor, permission, asked) && !(answer === 'notSignedIn')
        const needsAccount = who === 'stranger' && answer === 'notSignedIn'
        if (!needsAccount && isOpen !== may)
          wrong.push(`${who} ${permission} ${whose ?? ''}: ${answer || 'open'}, policy says ${may}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('"why" says the same of everybody', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    await owner.data(rights.setOfSpace, { id, senior: half, normal: rest })
    for (const who of ['owner', 'senior', 'normal'] as const) {
      const { list } = await owner.data(rights.why, { id, personId: world.idOf(who) })
      const myFlags = who === 'senior' ? half : who === 'normal' ? rest : []
      const policyContext: SpaceContext = { type: 'private', status: 'normal', myRole: placeOf[who], myFlags }
      expect(list).toHaveLength(Object.values(whyGroups).flat().length - whyGroups.item.length)
      for (const { group, permission, isAllowed } of list) {
        const file = { space: policyContext, authorId: group === 'own' ? world.idOf(who) : nobody }
        const asked = (group === 'own' || group === 'others' ? file : policyContext) as never
        expect([permission, group, isAllowed]).toEqual([
          permission,
          group,
          can({ id: world.idOf(who), role: 'role_general' }, permission, asked),
        ])
      }
    }
  })
})
