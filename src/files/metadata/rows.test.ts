import { describe, expect, test } from 'vitest'
import { TemplateField } from '#contract/fields.ts'
import { type Draft, type DraftEvent, draftsAfter, listWith, nextEmpty, problemOfDraft, rowsOf } from './rows.ts'

const drafted = (...events: DraftEvent[]) => events.reduce<readonly Draft[]>(draftsAfter, [])
const depth = TemplateField.parse({ key: 'depth', kind: 'number', isRequired: true })
const site = TemplateField.parse({ key: 'site', kind: 'text', isRequired: false })
const list = [
  { key: 'who', value: '林蔚' },
  { key: 'depth', value: '5' },
]
const none = new Set<string>()

describe('add mode', () => {
  test('opens one empty row, and no second one while it is empty', () => {
    expect(drafted({ does: 'add' }, { does: 'add' })).toEqual([{ id: 1, mode: 'add', of: '', key: '', value: '' }])
    expect(drafted({ does: 'add' }, { does: 'type', id: 1, value: 'x' }, { does: 'add' })).toHaveLength(2)
  })

  test('a cancelled empty new row is removed', () => {
    expect(drafted({ does: 'add' }, { does: 'cancel', id: 1 })).toEqual([])
  })

  test('a cancelled new row is removed with what was typed', () => {
    expect(drafted({ does: 'add' }, { does: 'type', id: 1, key: 'a' }, { does: 'cancel', id: 1 })).toEqual([])
  })

  test('a saved row stands at the end of the list', () => {
    const [draft] = drafted({ does: 'add' }, { does: 'type', id: 1, key: ' a  b ', value: ' c\r\nd ' })
    expect(draft && listWith(list, draft, null)).toEqual([...list, { key: 'a b', value: 'c\nd' }])
  })

  test.each([
    ['without a name', '  ', 'noKey'],
    ['with a name that is taken', ' who ', 'twice'],
    ['with a name of its own', 'what', null],
  ])('a row %s: %s', (_what, key, problem) => {
    expect(problemOfDraft(list, { id: 1, mode: 'add', of: '', key, value: '' }, null, none)).toBe(problem)
  })
})

describe('edit mode', () => {
  test('a row opens once, with what it holds', () => {
    const pair = { key: 'who', value: '林蔚' }
    expect(drafted({ does: 'edit', pair }, { does: 'edit', pair })).toEqual([
      { id: 1, mode: 'edit', of: 'who', ...pair },
    ])
  })

  test('a cancelled row shows what it held', () => {
    const pair = { key: 'who', value: '林蔚' }
    const drafts = drafted({ does: 'edit', pair }, { does: 'type', id: 1, value: '' }, { does: 'cancel', id: 1 })
    expect(rowsOf(list, [], drafts).rows[0]).toEqual({ pair, field: null, draft: null })
  })

  test('a saved row keeps its place, also under another name', () => {
    const draft = { id: 1, mode: 'edit' as const, of: 'who', key: 'author', value: 'Ada' }
    expect(listWith(list, draft, null).map(({ key }) => key)).toEqual(['author', 'depth'])
    expect(problemOfDraft(list, draft, null, none)).toBeNull()
  })

  test('several rows are written at once, each for itself', () => {
    const drafts = drafted(
      ...list.map((pair): DraftEvent => ({ does: 'edit', pair })),
      { does: 'add' },
      { does: 'saved', id: 2 },
    )
    expect(drafts.map(({ id, mode }) => [id, mode])).toEqual([
      [1, 'edit'],
      [3, 'add'],
    ])
  })

  test('what somebody else took away meanwhile stays as it is typed', () => {
    const drafts = drafted({ does: 'edit', pair: { key: 'gone', value: 'typed' } })
    expect(rowsOf(list, [], drafts).added).toEqual(drafts)
    expect(drafts[0] && listWith(list, drafts[0], null)).toHaveLength(3)
  })
})

describe('a template', () => {
  test('its fields come first, filled in or not, then everything else', () => {
    const { rows } = rowsOf(list, [site, depth], [])
    expect(rows.map(({ pair, field }) => [pair.key, pair.value, field !== null])).toEqual([
      ['site', '', true],
      ['depth', '5', true],
      ['who', '林蔚', false],
    ])
  })

  test('a value that a field does not take is not saved, an emptied field is taken out', () => {
    const draft = { id: 1, mode: 'edit' as const, of: 'depth', key: 'depth', value: 'deep' }
    expect(problemOfDraft(list, draft, depth, none)).toBe('number')
    expect(listWith(list, { ...draft, value: ' ' }, depth)).toEqual([list[0]])
  })

  test('the next empty field follows the one that was filled in', () => {
    const more = TemplateField.parse({ key: 'day', kind: 'date', isRequired: false })
    const { rows } = rowsOf(list, [site, depth, more], [])
    expect(nextEmpty(rows, 'site')?.key).toBe('day')
    expect(nextEmpty(rows, 'day')).toBeNull()
  })
})
