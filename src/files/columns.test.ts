import { expect, test } from 'vitest'
import { columns, defaultColumns, fitting } from './columns.tsx'

const chosen = columns.filter(({ id }) => defaultColumns.includes(id))
const shown = (roomPx: number, widths = {}) => fitting(chosen, widths, roomPx).map(({ id }) => id)

test('a list that has room shows every column that was chosen', () => {
  expect(shown(1200)).toEqual(['size', 'type', 'modified', 'author', 'tags'])
})

test('columns leave whole where there is no room, first what the icon says as well; size and time stay longest', () => {
  expect(shown(800)).toEqual(['size', 'modified', 'author', 'tags'])
  expect(shown(690)).toEqual(['size', 'modified', 'author'])
  expect(shown(560)).toEqual(['size', 'modified'])
  expect(shown(433)).toEqual(['modified'])
})

test('a column that was made wider takes the room of others, and leaves last', () => {
  expect(shown(1260, { tags: 600 })).toEqual(['size', 'modified', 'author', 'tags'])
  expect(shown(1000, { type: 220 })).toEqual(['size', 'type', 'modified', 'author'])
  expect(shown(540, { type: 220 })).toEqual(['type'])
})
