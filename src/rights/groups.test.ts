import { describe, expect, test } from 'vitest'
import { explain, type Flag, flags, permissions, type ShareContext, type SpaceContext } from '#contract/core/policy.ts'
import { groups } from './groups.ts'

const actor = { id: 'me', role: 'role_general' } as const

/** The flags that some rule asks for, seen by asking every rule for a member whose flags are watched. */
function askedFlags(): Set<Flag> {
  const asked = new Set<Flag>()
  for (const authorId of ['me', 'other'])
    for (const isWholeSpace of [true, false])
      for (const isBox of [true, false]) {
        const space: SpaceContext = { type: 'private', status: 'normal', myRole: 'normal', myFlags: watched(asked) }
        const file = { space, authorId }
        const share: ShareContext = {
          isLive: true,
          isProved: true,
          isWholeSpace,
          mayDownload: true,
          isBox,
          maker: actor,
          item: file,
        }
        for (const permission of permissions) explain(actor, permission, { ...space, ...file, ...share })
      }
  return asked
}

/** Flags that are all granted, and note which of them are asked for. */
function watched(asked: Set<Flag>): Flag[] {
  const granted = [...flags]
  granted.includes = (flag: Flag) => {
    asked.add(flag)
    return true
  }
  return granted
}

describe('the rights of a space', () => {
  test('every flag that a rule asks for is shown as acting, and none other', () => {
    expect(Object.values(groups).flat().sort()).toEqual([...askedFlags()].sort())
  })
  test('every flag is shown once', () => {
    expect(Object.values(groups).flat().toSorted()).toEqual(flags.toSorted())
  })
})
