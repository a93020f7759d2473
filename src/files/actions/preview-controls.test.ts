import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Actor, defaultFlags, type Flag, flags } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { spaceSource } from '../../preview/index.ts'
import type { ActionContext } from '../action-context.ts'

// The actions module reads the tab's clipboard when it is imported.
vi.stubGlobal('sessionStorage', { getItem: () => null })
afterAll(() => void vi.unstubAllGlobals())
const { previewControls } = await import('./preview-controls.ts')

const ME = 'me'
const record = (authorId: string) =>
  ({
    hash: 'h',
    name: 'a.csv',
    suffix: 'csv',
    mime: 'text/csv',
    author: { personId: authorId, personName: '' },
  }) as FileRecord

type Given = { myRole: Space['myRole']; myFlags: readonly Flag[]; type?: Space['type']; whose?: 'own' | 'other' }
/** The controls of the preview's toolbar and whether each is allowed; hidden controls are absent. */
function barFor({ myRole, myFlags, type = 'private', whose = 'own' }: Given): Record<string, boolean> {
  const actor: Actor = { id: ME, role: 'role_general' }
  const policyContext = { type, status: 'normal', myRole, myFlags: [...myFlags] } as const
  const file = record(whose === 'own' ? ME : 'somebody')
  const source = spaceSource({ space: { id: 's', ...policyContext } as unknown as Space, actor, siblings: [file] })
  const context = { actor, policyContext, selected: [file], isAll: false } as unknown as ActionContext
  const { download, remove } = source.may(file)
  return {
    download: download.allowed,
    ...(remove && { remove: remove.allowed }),
    ...Object.fromEntries(previewControls(context, vi.fn() as never).map(({ id, refusal }) => [id, refusal === null])),
  }
}
const all = { download: true, remove: true, editText: true, share: true, importTable: true }
const none = { download: false, remove: false, editText: false, share: false, importTable: true }
const of = (set: '_AM' | '_OT') => flags.filter((flag) => !flag.endsWith(set === '_AM' ? '_OT' : '_AM'))

describe('the bar of the preview', () => {
  test.each(['own', 'other'] as const)('lets an owner do everything, with %s files', (whose) => {
    expect(barFor({ myRole: 'owner', myFlags: [], whose })).toEqual(all)
  })

  test.each(['senior', 'normal'] as const)(
    'asks the _AM flags for own files of a %s member, the _OT flags for those of others',
    (myRole) => {
      expect(barFor({ myRole, myFlags: of('_AM'), whose: 'own' })).toEqual(all)
      expect(barFor({ myRole, myFlags: of('_AM'), whose: 'other' })).toEqual(none)
      expect(barFor({ myRole, myFlags: of('_OT'), whose: 'own' })).toEqual(none)
      expect(barFor({ myRole, myFlags: of('_OT'), whose: 'other' })).toEqual(all)
    },
  )

  test.each([
    ['download', 'F_DOWN'],
    ['remove', 'F_DEL'],
    ['editText', 'F_EDIT'],
    ['share', 'F_SHAR_FILE'],
  ])('takes %s away with its own flag, and nothing else', (control, flag) => {
    for (const [whose, set] of [
      ['own', '_AM'],
      ['other', '_OT'],
    ] as const) {
      const myFlags = flags.filter((one) => one !== `${flag}${set}`)
      expect(barFor({ myRole: 'normal', myFlags, whose })).toEqual({ ...all, [control]: false })
    }
  })

  test('offers a table file as a table only to who may create tables', () => {
    const myFlags = flags.filter((one) => one !== 'T_CREATE')
    expect(barFor({ myRole: 'normal', myFlags })).not.toHaveProperty('importTable')
  })

  test('gives members what the product gives them by default', () => {
    expect(barFor({ myRole: 'normal', myFlags: defaultFlags('normal'), whose: 'own' })).toEqual(all)
    expect(barFor({ myRole: 'normal', myFlags: defaultFlags('normal'), whose: 'other' })).toEqual(none)
  })

  test('lets a reader of a public space download, and offers no change', () => {
    expect(barFor({ myRole: null, myFlags: [], type: 'public', whose: 'other' })).toMatchObject({ download: true })
    expect(barFor({ myRole: null, myFlags: [], type: 'public', whose: 'other' })).not.toHaveProperty('remove')
  })
})
