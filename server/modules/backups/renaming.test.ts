import { expect, test } from 'vitest'
import { copiedRow, idSet, renamer } from './renaming.ts'

const [SPACE, TARGET, NODE, PERSON] = [1, 2, 3, 4].map((n) => `${n}0000000-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
  string,
]

test('a line tells table, id and row; anything else is no line', () => {
  const row = `{"id": "${NODE}", "name": "a \\"row\\" : }"}`
  expect(copiedRow(`{"table" : "node", "id" : "${NODE}", "row" : ${row}}`)).toEqual({ table: 'node', id: NODE, row })
  expect(copiedRow('{"table" : "version_rule", "id" : null, "row" : {"a": 1}}')).toMatchObject({ id: null })
  for (const line of ['', '{}', '{"table" : "node; drop", "id" : null, "row" : {}}']) expect(copiedRow(line)).toBeNull()
})

test('ids of the copy get new ones wherever they stand, the same each time; others stay', () => {
  const ids = idSet(2)
  ids.add(NODE)
  ids.add(SPACE)
  const { text, idOf } = renamer('restore', ids, new Map([[SPACE, TARGET]]))
  expect(text(`"${SPACE}" "${NODE}" "${PERSON}"`)).toBe(`"${TARGET}" "${idOf(NODE)}" "${PERSON}"`)
  expect(idOf(NODE)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(idOf(NODE)).not.toBe(NODE)
  expect(renamer('another', ids, new Map()).idOf(NODE)).not.toBe(idOf(NODE))
})

test('many ids are found, and no others', () => {
  const idOf = (n: number) =>
    `${(n * 2_654_435_761).toString(16).padStart(16, '0').slice(-8)}-0000-4000-8000-${String(n).padStart(12, '0')}`
  const ids = idSet(5000)
  for (let n = 0; n < 10_000; n += 2) ids.add(idOf(n))
  for (let n = 0; n < 10_000; n += 1) expect(ids.has(idOf(n))).toBe(n % 2 === 0)
})
