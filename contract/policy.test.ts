import { describe, expect, test } from 'vitest'
import {
  type Actor,
  can,
  defaultFlags,
  explain,
  type Flag,
  flagDefaults,
  flags,
  type Permission,
  passesGate,
  permissions,
  type SpaceFacts,
  type SpaceRole,
  type SpaceStatus,
  type SpaceType,
} from './policy.ts'

const me: Actor = { id: 'me', role: 'role_general' }
const admin: Actor = { id: 'root', role: 'role_admin' }
const space = (facts: Partial<SpaceFacts> = {}): SpaceFacts => ({
  type: 'private',
  status: 'normal',
  myRole: null,
  myFlags: [],
  ...facts,
})
const asRole = (myRole: SpaceRole | null, type: SpaceType = 'private') =>
  space({ type, myRole, myFlags: myRole === 'senior' || myRole === 'normal' ? defaultFlags(myRole) : [] })
const own = (facts: SpaceFacts) => ({ space: facts, authorId: 'me' })
const others = (facts: SpaceFacts) => ({ space: facts, authorId: 'you' })

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
    const facts = whose === 'own' ? own : others
    const verdict = (role: SpaceRole | null) => can(me, permission as 'file.edit', facts(asRole(role)))
    expect([verdict(null), verdict('normal'), verdict('senior'), verdict('owner')]).toEqual([
      stranger,
      normal,
      senior,
      owner,
    ])
  })

  test('a folder with items of other people counts as theirs', () => {
    const facts = { ...own(asRole('normal')), othersInside: true }
    expect(explain(me, 'file.delete', facts)).toEqual({ allowed: false, rule: 'flagMissing', flag: 'F_DEL_OT' })
  })

  test('everyone downloads from a public space, strangers too', () => {
    expect(can(null, 'file.download', others(asRole(null, 'public')))).toBe(true)
    expect(can(me, 'file.download', others(asRole('normal', 'public')))).toBe(true)
    expect(can(null, 'file.download', others(asRole(null, 'restricted')))).toBe(false)
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
    const facts = space({ type: 'public', status, myRole: 'owner' })
    expect(explain(me, 'file.make', facts)).toEqual({ allowed: false, rule })
    expect(explain(me, 'space.read', facts)).toEqual({ allowed: false, rule })
    expect(can(me, 'space.see', facts)).toBe(true)
    expect(can(me, 'space.delete', facts)).toBe(true)
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

test('every verdict of every permission agrees with its explanation', () => {
  const spaces = (['private', 'restricted', 'public'] as const).flatMap((type) =>
    (['failed', 'pending', 'normal', 'offline'] as const).flatMap((status) =>
      ([null, 'normal', 'senior', 'owner'] as const).map((myRole) => ({ ...asRole(myRole, type), status })),
    ),
  )
  for (const permission of permissions) {
    for (const facts of spaces) {
      const whole =
        permission === 'space.create'
          ? null
          : permission.startsWith('file.') && permission !== 'file.make'
            ? own(facts)
            : facts
      const verdict = explain(me, permission, whole as never)
      expect(can(me, permission, whole as never)).toBe(verdict.allowed)
      expect(verdict.rule).toBeTypeOf('string')
    }
  }
})
