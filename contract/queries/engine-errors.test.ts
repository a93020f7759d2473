import { describe, expect, test } from 'vitest'
import { engineErrorOf } from './engine-errors.ts'

describe('an error of the query engine', () => {
  test.each([
    ['Parser Error: syntax error at or near "selec"', 'syntaxNear', { name: 'selec' }, ''],
    ['Parser Error: syntax error at end of input', 'syntaxEnd', { name: '' }, ''],
    ['Parser Error: unterminated quoted string at or near "\'abc"', 'notClosed', { name: '' }, ''],
    [
      'Catalog Error: Table with name Cast does not exist!\nDid you mean "Casts"?',
      'tableUnknown',
      { name: 'Cast' },
      'Casts',
    ],
    ['Binder Error: Referenced table "x" not found!\nCandidate tables: "c"', 'tableUnknown', { name: 'x' }, 'c'],
    [
      'Binder Error: Referenced column "Dept" not found in FROM clause!\nCandidate bindings: "Depth", "At"',
      'columnUnknown',
      { name: 'Dept' },
      'Depth, At',
    ],
    [
      'Binder Error: Table "c" does not have a column named "Dept"\n\nCandidate bindings: : "Depth"',
      'columnUnknown',
      { name: 'Dept' },
      'Depth',
    ],
    [
      'Binder Error: Ambiguous reference to column name "Station" (use: "Casts.Station" or "T.Station")',
      'ambiguous',
      { name: 'Station' },
      'Casts.Station, T.Station',
    ],
    ['Binder Error: column "Station" must appear in the GROUP BY clause or', 'notGrouped', { name: 'Station' }, ''],
    ['Binder Error: WHERE clause cannot contain aggregates!', 'aggregateInWhere', { name: '' }, ''],
    ['Catalog Error: Scalar Function with name foo does not exist!', 'functionUnknown', { name: 'foo' }, ''],
    [
      "Binder Error: No function matches the given name and argument types 'sum(VARCHAR)'. You might",
      'functionUnfit',
      { name: 'sum(VARCHAR)' },
      '',
    ],
    [
      'Binder Error: Cannot compare values of type VARCHAR and type DOUBLE - an explicit cast is required',
      'notComparable',
      { name: 'VARCHAR', other: 'DOUBLE' },
      '',
    ],
    [
      "Conversion Error: Could not convert string 'S1' to INT32 when casting from source column Station",
      'notConvertible',
      { value: 'S1', name: 'INT32' },
      '',
    ],
  ])('has a text of ours: %s', (said, key, values, offered) => {
    expect(engineErrorOf(said)).toEqual({ key, values, offered })
  })

  test('that is rare has none', () => {
    expect(engineErrorOf('Out of Range Error: cannot take logarithm of a negative number')).toBeNull()
  })
})
