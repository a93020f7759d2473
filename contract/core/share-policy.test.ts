import { describe, expect, test } from 'vitest'
import { type Actor, can, changerOf, explain, flags, type ShareContext, type SpaceContext } from './policy.ts'

const visitor: Actor = null
const maker = { id: 'maker', role: 'role_general' } as const
const space = (context: Partial<SpaceContext> = {}): SpaceContext => ({
  type: 'private',
  status: 'normal',
  myRole: 'normal',
  myFlags: flags,
  ...context,
})
const link = ({
  authorId = 'maker',
  space: given = space(),
  ...context
}: Partial<ShareContext & Given> = {}): ShareContext => ({
  isLive: true,
  isProved: true,
  isWholeSpace: false,
  mayDownload: true,
  isBox: false,
  maker,
  item: { space: given, authorId },
  ...context,
})
type Given = { authorId: string; space: SpaceContext }
const asked = ['share.open', 'share.list', 'share.download', 'share.upload'] as const
/** The answers for the four permissions, in their order: `+` or the rule that refused. */
const answers = (context: ShareContext) =>
  asked.map((permission) => {
    const { allowed, rule } = explain(visitor, permission, context)
    return allowed ? '+' : rule
  })
const all = (rule: string) => [rule, rule, rule, rule]

describe('a link gives', () => {
  test.each<[string, ShareContext, string[]]>([
    ['looks and downloads', link(), ['+', '+', '+', 'linkNoBox']],
    ['looks only, when it says so', link({ mayDownload: false }), ['+', '+', 'linkViewOnly', 'linkNoBox']],
    ['room for files only, as a drop box', link({ isBox: true }), ['+', 'linkBox', 'linkBox', '+']],
    ['nothing when it is over', link({ isLive: false }), all('linkOver')],
    ['nothing before its password', link({ isProved: false }), all('linkPassword')],
  ])('%s', (_what, context, expected) => expect(answers(context)).toEqual(expected))
})

describe('a link gives what its maker may give', () => {
  const without = (...gone: string[]) => space({ myFlags: flags.filter((flag) => !gone.includes(flag)) })
  test.each<[string, ShareContext, string[]]>([
    ['no member any more', link({ space: space({ myRole: null }) }), all('makerLost')],
    ['no member of a public space', link({ space: space({ myRole: null, type: 'public' }) }), all('makerLost')],
    ['no right to share own items', link({ space: without('F_SHAR_FILE_AM') }), all('makerLost')],
    ['only own items', link({ space: without('F_SHAR_FILE_OT') }), ['+', '+', '+', 'linkNoBox']],
    ['not others’ items', link({ space: without('F_SHAR_FILE_OT'), authorId: 'you' }), all('makerLost')],
    ['no download', link({ space: without('F_DOWN_AM') }), ['+', '+', 'makerLost', 'linkNoBox']],
    ['nothing to bring', link({ isBox: true, space: without('F_MAKE') }), ['+', 'linkBox', 'linkBox', 'makerLost']],
    ['not the space', link({ isWholeSpace: true, space: without('F_SHAR_SPACE') }), all('makerLost')],
    [
      'the space, and items in it that could not be shared alone',
      link({ isWholeSpace: true, space: without('F_SHAR_FILE_OT'), authorId: 'you' }),
      ['+', '+', '+', 'linkNoBox'],
    ],
    ['a space that is offline', link({ space: space({ status: 'offline', myRole: 'owner' }) }), all('makerLost')],
  ])('%s', (_what, context, expected) => expect(answers(context)).toEqual(expected))

  test('and asks nothing of the visitor: whoever comes is answered the same', () => {
    const admin: Actor = { id: 'root', role: 'role_admin' }
    for (const context of [link(), link({ isProved: false }), link({ isBox: true }), link({ mayDownload: false })])
      for (const permission of asked)
        for (const who of [admin, maker, { id: 'you', role: 'role_senior' } as const])
          expect(explain(who, permission, context)).toEqual(explain(visitor, permission, context))
  })
})

test('a verdict about a link equals the decision, and its rule says who can change it', () => {
  for (const isLive of [true, false])
    for (const isProved of [true, false])
      for (const isBox of [true, false])
        for (const permission of asked) {
          const context = link({ isLive, isProved, isBox })
          const { allowed, rule } = explain(visitor, permission, context)
          expect([can(visitor, permission, context), rule in changerOf]).toEqual([allowed, true])
        }
})
