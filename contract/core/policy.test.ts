import { describe, expect, test } from 'vitest'
import {
  type Actor,
  can,
  changerOf,
  defaultFlags,
  explain,
  type Flag,
  flagDefaults,
  flags,
  type Permission,
  passesGate,
  permissions,
  type SpaceContext,
  type SpaceRole,
  type SpaceStatus,
  type SpaceType,
} from './policy.ts'

const me: Actor = { id: 'me', role: 'role_general' }
const admin: Actor = { id: 'root', role: 'role_admin' }
const space = (context: Partial<SpaceContext> = {}): SpaceContext => ({
  type: 'private',
  status: 'normal',
  myRole: null,
  myFlags: [],
  ...context,
})
const asRole = (myRole: SpaceRole | null, type: SpaceType = 'private') =>
  space({ type, myRole, myFlags: myRole === 'senior' || myRole === 'normal' ? defaultFlags(myRole) : [] })
const own = (context: SpaceContext) => ({ space: context, authorId: 'me' })
const others = (context: SpaceContext) => ({ space: context, authorId: 'you' })

describe('default flags', () => {
  test('there are 25 of them', () => expect(flags).toHaveLength(25))

  test.each<[Flag, boolean, boolean]>([
    ['F_MAKE', true, true],
    ['F_EDIT_AM', true, true],
    ['F_EDIT_OT', true, false],
    ['F_DOWN_AM', true, true],
    ['F_DOWN_OT', true, false],
    ['F_DEL_AM', true, true],
    ['F_DEL_OT', true, false],
    ['F_SHAR_SPACE', true, false],
    ['F_SHAR_FILE_AM', true, true],
    ['F_SHAR_FILE_OT', true, false],
    ['M_ADD', true, false],
    ['P_ADD', true, false],
    ['S_CONF_INFO', false, false],
    ['S_AUDIT', false, false],
  ])('%s: senior %s, normal %s', (flag, senior, normal) => {
    expect(flagDefaults[flag]).toEqual({ senior, normal })
    expect(defaultFlags('senior').includes(flag)).toBe(senior)
    expect(defaultFlags('normal').includes(flag)).toBe(normal)
  })
})

describe('files by space role, with default flags', () => {
  // Written by hand from the flag table: stranger, normal, senior, owner.
  test.each<[Permission, 'own' | 'others', boolean, boolean, boolean, boolean]>([
    ['file.edit', 'own', false, true, true, true],
    ['file.edit', 'others', false, false, true, true],
    ['file.delete', 'own', false, true, true, true],
    ['file.delete', 'others', false, false, true, true],
    ['file.download', 'own', false, true, true, true],
    ['file.download', 'others', false, false, true, true],
    ['file.share', 'own', false, true, true, true],
    ['file.share', 'others', false, false, true, true],
  ])('%s of %s files', (permission, whose, stranger, normal, senior, owner) => {
    const context = whose === 'own' ? own : others
    const verdict = (role: SpaceRole | null) => can(me, permission as 'file.edit', context(asRole(role)))
    expect([verdict(null), verdict('normal'), verdict('senior'), verdict('owner')]).toEqual([
      stranger,
      normal,
      senior,
      owner,
    ])
  })

  test('a folder with items of other people counts as theirs', () => {
    const context = { ...own(asRole('normal')), othersInside: true }
    expect(explain(me, 'file.delete', context)).toEqual({ allowed: false, rule: 'flagMissing', flag: 'F_DEL_OT' })
  })

  test('everyone downloads from a public space, strangers too', () => {
    expect(can(null, 'file.download', others(asRole(null, 'public')))).toBe(true)
    expect(can(me, 'file.download', others(asRole('normal', 'public')))).toBe(true)
    expect(can(null, 'file.download', others(asRole(null, 'restricted')))).toBe(false)
  })

  test('what opens the files of a public space is its type, for members too', () => {
    for (const role of [null, 'normal', 'owner'] as const) {
      const context = asRole(role, 'public')
      expect(explain(me, 'file.download', others(context))).toEqual({ allowed: true, rule: 'publicSpace' })
      expect(explain(me, 'space.read', context)).toEqual({ allowed: true, rule: 'publicSpace' })
      expect(explain(me, 'space.see', context)).toEqual({ allowed: true, rule: 'open' })
    }
  })

  test('an administrator who is no member gets into no file', () => {
    expect(can(admin, 'file.download', others(asRole(null)))).toBe(false)
    expect(can(admin, 'space.read', asRole(null))).toBe(false)
  })
})

describe('a space that is not normal', () => {
  test.each<[SpaceStatus, string]>([
    ['offline', 'spaceOffline'],
    ['pending', 'spacePending'],
    ['failed', 'spaceFailed'],
  ])('%s: nobody works in it, not even its owner', (status, rule) => {
    const context = space({ type: 'public', status, myRole: 'owner' })
    expect(explain(me, 'file.make', context)).toEqual({ allowed: false, rule })
    expect(explain(me, 'space.read', context)).toEqual({ allowed: false, rule })
    expect(can(me, 'space.see', context)).toBe(true)
    expect(can(me, 'space.delete', context)).toBe(true)
  })

  test('strangers do not see it', () => {
    expect(can(null, 'space.see', space({ type: 'public', status: 'pending' }))).toBe(false)
  })
})

describe('seeing a space', () => {
  test.each<[SpaceType, boolean, boolean]>([
    ['private', false, true],
    ['restricted', true, true],
    ['public', true, true],
  ])('%s: stranger %s, member %s', (type, stranger, member) => {
    expect(can(null, 'space.see', asRole(null, type))).toBe(stranger)
    expect(can(me, 'space.see', asRole('normal', type))).toBe(member)
  })

  test.each<[SpaceType, boolean]>([
    ['private', false],
    ['restricted', false],
    ['public', true],
  ])('%s: a stranger reads it: %s', (type, reads) => expect(can(null, 'space.read', asRole(null, type))).toBe(reads))
})

describe('creating a space', () => {
  test.each<[Actor, boolean]>([
    [null, false],
    [{ id: 'a', role: 'role_general' }, false],
    [{ id: 'a', role: 'role_senior' }, true],
    [{ id: 'a', role: 'role_admin' }, true],
  ])('%j: %s', (actor, allowed) => expect(can(actor, 'space.create', null)).toBe(allowed))

  test.each<[Actor, boolean]>([
    [null, false],
    [{ id: 'a', role: 'role_general' }, false],
    [{ id: 'a', role: 'role_senior' }, false],
    [{ id: 'a', role: 'role_admin' }, true],
  ])('%j, without asking: %s', (actor, allowed) => expect(can(actor, 'space.createUnasked', null)).toBe(allowed))
})

describe('the gate', () => {
  test.each([
    [null, 'public', true],
    [null, 'signedIn', false],
    [null, 'admin', false],
    [me, 'signedIn', true],
    [me, 'admin', false],
    [admin, 'admin', true],
  ] as const)('%j at %s: %s', (actor, gate, passes) => expect(passesGate(actor, gate)).toBe(passes))
})

describe('a granted flag is named too', () => {
  test('so that "why" can say which one it was', () => {
    expect(explain(me, 'file.edit', own(asRole('normal')))).toEqual({
      allowed: true,
      rule: 'flagGranted',
      flag: 'F_EDIT_AM',
    })
  })
})

describe('an owner who looks at the space as somebody else', () => {
  const viewed = (myRole: SpaceRole | null) => ({ ...asRole(myRole), isViewAs: true })

  test('has no item of his own in it', () => {
    expect(can(me, 'file.edit', own(viewed('normal')))).toBe(false)
    expect(can(me, 'file.edit', own(viewed('senior')))).toBe(true)
  })

  test('is no administrator in it', () => {
    for (const permission of ['space.see', 'space.edit', 'space.delete', 'space.resize', 'member.list'] as const)
      expect(can(admin, permission, viewed(null))).toBe(false)
  })
})

/**
 * The whole policy once more, as rows of text, written from spec section 6 and the flag table of the older system, not
 * from the code. The first column says who is allowed in a normal space: `O` owner, `S` senior member, `N` normal
 * member, `A` administrator of the site, `*` anybody including strangers, `u` anybody signed in who is no member;
 * `flag:F`, `own:F` and `others:F` members whose role has the flag F, for any item, for own items, for others' items;
 * `F+G` both flags. `open:` applies in restricted and public spaces, `public:` in public ones. The second column says
 * who else is allowed while the space is pending (p), failed (f) or offline (x); `M` is an administrator who is a
 * member.
 */
const TABLE = `
space.see          | O S N A ; open: *                    | pfx: O S N A
space.read         | O S N ; public: *                    | x: M
space.readme       | O S N ; open: *                      |
space.edit         | O A flag:S_CONF_INFO                 | pfx: A
space.delete       | O A                                  | pfx: O A
space.resize       | A                                    | pfx: A
space.setType      | O A                                  | pfx: A
space.transfer     | O A                                  | pfx: A
space.resend       |                                      | f: O
space.setRights    | O flag:S_CONF_PER                    |
space.viewAs       | O                                    |
space.explain      | O A flag:S_CONF_PER                  | pfx: A
space.readJournal  | O S N A                              | pfx: O A
space.askCapacity  | O S                                  |
space.tidy         | O S A                                | pfx: A
space.join         | open: u                              |
space.tasks        | O                                    |
space.countTasks   | O S N A                              | pfx: O A
space.makeVersion  | O S                                  |
space.setVersionRule | O                                  |
space.unlock       | O                                    |
space.backups      | O A flag:S_CONF_BAK                  | pfx: A
space.templates    | O flag:S_CONF_INFO                   |
import.space       | O flag:F_OTHER_IM+F_MAKE             |
import.drive       | O flag:F_OTHER_BAIDU+F_MAKE          |
space.webdav       | O flag:F_OTHER_WEBDAV                |
space.ftp          | O flag:F_OTHER_FTP                   |
space.answerJoins  | O flag:S_AUDIT                       |
space.share        | O flag:F_SHAR_SPACE                  |
space.shares       | O                                    |
member.list        | O S N A                              | pfx: O A
member.add         | O flag:M_ADD                         |
member.edit        | O flag:M_EDIT                        |
member.remove      | O flag:M_DEL                         |
instrument.list    | O S N A                              | pfx: O A
publication.list   | O S N A                              | pfx: O A
publication.edit   | O flag:P_ADD                         |
instrument.edit    | O S                                  |
table.list         | O S N ; public: *                    | x: M
table.create       | O flag:T_CREATE                      |
table.edit         | O flag:T_EDIT                        |
table.delete       | O flag:T_DELETE                      |
table.comment      | O S N                                |
table.removeComment | O S                                 |
dataSource.use     | O flag:T_CREATE                      |
file.make          | O flag:F_MAKE                        |
file.edit          | O own:F_EDIT_AM others:F_EDIT_OT     |
file.delete        | O own:F_DEL_AM others:F_DEL_OT       |
file.share         | O own:F_SHAR_FILE_AM others:F_SHAR_FILE_OT |
file.download      | O own:F_DOWN_AM others:F_DOWN_OT ; public: * | x: M
`
type Case = {
  permission: Permission
  system: 'stranger' | 'ordinary' | 'advanced' | 'administrator'
  role: SpaceRole | null
  flags: readonly Flag[]
  type: SpaceType
  status: SpaceStatus
  whose: 'own' | 'others' | 'mixed'
}
const table = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [permission = '', normal = '', elsewhere = ''] = line.split('|').map((cell) => cell.trim())
      return [permission, { normal, elsewhere }] as const
    }),
)

/** Whether one word of the table allows this case. */
function passesWord(word: string, { role, system, flags: given, whose }: Case): boolean {
  if (word === '*') return true
  if (word === 'u') return system !== 'stranger' && role === null
  if (word === 'A') return system === 'administrator'
  if (word === 'M') return system === 'administrator' && role !== null
  if (word === 'O' || word === 'S' || word === 'N') return role?.[0]?.toUpperCase() === word
  const [when, flag = ''] = word.split(':')
  if (when === 'own' && whose !== 'own') return false
  if (when === 'others' && whose === 'own') return false
  const asked = flag.split('+') as Flag[]
  return (role === 'senior' || role === 'normal') && asked.every((one) => given.includes(one))
}
const passesWords = (words: string, one: Case) => words.split(' ').some((word) => word && passesWord(word, one))

function byTable(one: Case): boolean {
  const row = table.get(one.permission)
  if (!row) throw new Error(`no row for ${one.permission}`)
  if (one.status !== 'normal') {
    const [letters = '', words = ''] = row.elsewhere.split(': ')
    const letter = one.status === 'offline' ? 'x' : (one.status[0] ?? '')
    return letters.includes(letter) && passesWords(words, one)
  }
  const open = one.type === 'private' ? [] : ['open']
  const types = one.type === 'public' ? [...open, 'public'] : open
  return row.normal.split(';').some((part) => {
    const [, when, words] = /^\s*(?:(open|public): )?(.*)$/.exec(part) ?? []
    return (!when || types.includes(when)) && passesWords(words?.trim() ?? '', one)
  })
}

const systems = {
  stranger: null,
  ordinary: 'role_general',
  advanced: 'role_senior',
  administrator: 'role_admin',
} as const
const types = ['private', 'restricted', 'public'] as const
const statuses = ['failed', 'pending', 'normal', 'offline'] as const
const places = [null, 'normal', 'senior', 'owner'] as const
const asActor = (system: Case['system']): Actor => {
  const role = systems[system]
  return role && { id: 'me', role }
}
const isOfSite = (permission: Permission) => permission.startsWith('space.create')
/** Share permissions have a table of their own: share-policy.test.ts. */
const isOfLink = (permission: Permission) => permission.startsWith('share.')
const inSpaces = permissions.filter((permission) => !isOfSite(permission) && !isOfLink(permission))
const askedOfPeople = permissions.filter((permission) => !isOfLink(permission))
const asksOfFile = (permission: Permission) => permission.startsWith('file.') && permission !== 'file.make'

function verdictOf(one: Case) {
  const { type, status, role, flags: myFlags, whose } = one
  const context = { type, status, myRole: role, myFlags }
  const file = { space: context, authorId: whose === 'others' ? 'you' : 'me', othersInside: whose === 'mixed' }
  return explain(asActor(one.system), one.permission, (asksOfFile(one.permission) ? file : context) as never)
}

describe('the policy and the table', () => {
  test('have the same permissions', () => expect([...table.keys()].sort()).toEqual([...inSpaces].sort()))

  test('agree for every role, place, type, status, flag on or off, and whose item it is', () => {
    let cases = 0
    const wrong: Case[] = []
    // Only the flag set, and all flags but this one set: so the deciding flag is tested on and off.
    for (const permission of inSpaces)
      for (const system of Object.keys(systems) as Case['system'][])
        for (const role of system === 'stranger' ? [null] : places)
          for (const type of types)
            for (const status of statuses)
              for (const whose of asksOfFile(permission) ? (['own', 'others', 'mixed'] as const) : (['own'] as const))
                for (const flag of flags)
                  for (const given of [[flag], flags.filter((one) => one !== flag)]) {
                    const one = { permission, system, role, flags: given, type, status, whose }
                    cases += 1
                    if (verdictOf(one).allowed !== byTable(one)) wrong.push(one)
                  }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(cases).toBeGreaterThan(200_000)
  })

  test('agree on who may create a space', () => {
    const may = (Object.keys(systems) as Case['system'][]).filter((system) =>
      can(asActor(system), 'space.create', null),
    )
    expect(may).toEqual(['advanced', 'administrator'])
  })
})

/** A seeded pseudo-random generator: the same numbers in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('an explanation', () => {
  test('equals the decision in 100,000 cases, names its rule, and the flag that decided', () => {
    const random = seeded(20_261_121)
    const one = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
    const wrong: object[] = []
    for (let i = 0; i < 100_000; i += 1) {
      const permission = one(askedOfPeople)
      const actor = asActor(one(Object.keys(systems) as Case['system'][]))
      const context = {
        type: one(types),
        status: one(statuses),
        myRole: actor ? one(places) : null,
        myFlags: flags.filter(() => random() < 0.5),
        ...(random() < 0.2 && { isViewAs: true }),
      }
      const file = { space: context, authorId: one(['me', 'you']), othersInside: random() < 0.3 }
      const asked = (isOfSite(permission) ? null : asksOfFile(permission) ? file : context) as never
      const verdict = explain(actor, permission, asked)
      const isReported =
        can(actor, permission, asked) === verdict.allowed &&
        verdict.rule in changerOf &&
        (verdict.rule !== 'flagGranted' || context.myFlags.includes(verdict.flag as Flag)) &&
        (verdict.rule !== 'flagMissing' || !context.myFlags.includes(verdict.flag as Flag)) &&
        (verdict.flag !== undefined) === (verdict.rule === 'flagGranted' || verdict.rule === 'flagMissing')
      if (!isReported) wrong.push({ permission, actor, asked, verdict })
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })

  test('that names a flag is true: with the flags that are named one after another, the answer is the other one', () => {
    for (const permission of inSpaces)
      for (const role of ['normal', 'senior'] as const)
        for (const whose of ['own', 'others'] as const) {
          const base = { permission, system: 'ordinary', role, type: 'private', status: 'normal', whose } as const
          const given: Flag[] = []
          let verdict = verdictOf({ ...base, flags: given })
          while (verdict.rule === 'flagMissing' && !given.includes(verdict.flag as Flag)) {
            given.push(verdict.flag as Flag)
            verdict = verdictOf({ ...base, flags: given })
          }
          const flag = given.at(-1)
          if (flag) expect(verdict).toEqual({ allowed: true, rule: 'flagGranted', flag })
        }
  })
})
