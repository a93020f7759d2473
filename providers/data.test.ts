import { describe, expect, test } from 'vitest'
import { spaces } from '#contract/spaces.ts'
import { asHttpError, dataProviderOf, filtersAsInput, sortersAsInput } from './data.ts'
import { CallFailure } from './failures.ts'

const { list } = spaces
const eq = (field: string, value: unknown) => ({ field, operator: 'eq' as const, value })

describe('lists', () => {
  test('a resource that has no list is a mistake', async () => {
    await expect(dataProviderOf({}).getList({ resource: 'nothing' })).rejects.toThrow(/no list is known for nothing/)
  })

  test('one record is not asked for by Refine, nor deleted', async () => {
    const provider = dataProviderOf({})
    await expect(provider.getOne({ resource: 'spaces', id: '1' })).rejects.toThrow(/by its operation/)
    await expect(provider.deleteOne({ resource: 'spaces', id: '1' })).rejects.toThrow(/by its operation/)
  })

  test('a filter that the operation does not declare is a mistake, not ignored', () => {
    expect(() => filtersAsInput(list, [eq('colour', 'green')])).toThrow(/no filter colour/)
  })

  test.each(['contains', 'gt', 'ne'] as const)('the operator %s is a mistake, not turned into equality', (operator) => {
    expect(() => filtersAsInput(list, [{ field: 'q', operator, value: 'x' }])).toThrow(/plain equality/)
  })

  test('an empty filter is none', () => {
    expect(filtersAsInput(list, [eq('q', ''), eq('type', undefined), eq('scope', 'mine')])).toEqual({ scope: 'mine' })
  })

  test('one sorter is sort and order; two are a mistake', () => {
    expect(sortersAsInput(list, [{ field: 'name', order: 'asc' }])).toEqual({ sort: 'name', order: 'asc' })
    expect(() =>
      sortersAsInput(list, [
        { field: 'name', order: 'asc' },
        { field: 'created', order: 'asc' },
      ]),
    ).toThrow(/does not sort/)
  })
})

test('a refusal carries its words to the fields of a form', () => {
  const failure = new CallFailure({
    code: 1,
    message: 'not right',
    data: null,
    error: 'invalid',
    requestId: 'r',
    fields: [{ field: 'name', message: 'too long' }],
  })
  expect(asHttpError(failure)).toEqual({ message: 'not right', statusCode: 1, errors: { name: 'too long' } })
})
