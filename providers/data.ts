import type { BaseRecord, CrudFilter, CrudSort, DataProvider, GetListResponse, HttpError } from '@refinedev/core'
import simpleRest from '@refinedev/simple-rest'
import type { Operation } from '#contract/core/operation.ts'
import { CallFailure, call, http, sentenceOf } from './call.ts'
import { withProof } from './confirm.ts'
import { presentWide } from './errors.ts'

type Fields = Record<string, unknown>

/** The list operation of each resource, by resource name. */
type Lists = Readonly<Record<string, () => Promise<Operation>>>

const shapeOf = (operation: Operation): Fields => (operation.input as unknown as { shape: Fields }).shape

/**
 * Converts filters to input fields. Throws unless each one is an equality with a declared field (a developer's
 * mistake).
 */
export function filtersAsInput(operation: Operation, filters: readonly CrudFilter[]): Fields {
  const known = shapeOf(operation)
  const input: Fields = {}
  for (const filter of filters) {
    if (!('field' in filter) || filter.operator !== 'eq')
      throw new TypeError(`${operation.path} takes plain equality, not ${filter.operator}`)
    if (!(filter.field in known))
      throw new TypeError(`${operation.path} has no filter ${filter.field}; it has ${Object.keys(known).join(', ')}`)
    if (filter.value !== undefined && filter.value !== null && filter.value !== '') input[filter.field] = filter.value
  }
  return input
}

/** Converts one sorter to `sort` and `order`. Throws for more than the operation declares (a developer's mistake). */
export function sortersAsInput(operation: Operation, sorters: readonly CrudSort[]): Fields {
  const [first, ...more] = sorters
  if (!first) return {}
  if (more.length || !('sort' in shapeOf(operation)))
    throw new TypeError(`${operation.path} does not sort by ${sorters.map((sorter) => sorter.field).join(', ')}`)
  return { sort: first.field, order: first.order }
}

/** Converts a failure to the shape that Refine's forms read: messages by field. */
export function asHttpError(failure: unknown): HttpError {
  if (!(failure instanceof CallFailure)) return { message: sentenceOf(failure), statusCode: 0 }
  const errors = Object.fromEntries(failure.fields.map(({ field, message }) => [field, message]))
  return { message: sentenceOf(failure), statusCode: failure.code, errors }
}

const rest = simpleRest('', http as Parameters<typeof simpleRest>[1])

/** Single records are fetched and deleted by `call`; doing so through Refine is a developer's mistake. */
async function unasked(): Promise<never> {
  throw new TypeError('one record is asked for, and deleted, by its operation')
}

/** A form of Refine shows a refusal beside its fields. */
async function presented<T>(run: Promise<T>): Promise<T> {
  return run.catch((failure: unknown) => {
    presentWide(failure, 'aside')
    // oxlint-disable-next-line typescript/only-throw-error -- Refine reads refusals as plain records
    throw asHttpError(failure)
  })
}

async function getList<T extends BaseRecord>(
  operation: Operation,
  { filters = [], sorters = [], pagination }: Parameters<DataProvider['getList']>[0],
): Promise<GetListResponse<T>> {
  const after = pagination?.currentPage as unknown as string | number | undefined
  const input = {
    ...filtersAsInput(operation, filters),
    ...sortersAsInput(operation, sorters),
    size: pagination?.pageSize,
    ...(typeof after === 'string' && { after }),
  }
  const page = (await call(operation, input, { quiet: true })) as { list: T[]; next?: string }
  return { data: page.list, total: page.list.length, cursor: { next: page.next } } as GetListResponse<T>
}

/** Refine's forms send by the conventions of simple-rest; lists use keyset pages, and no parameter is ignored. */
export const dataProviderOf = (lists: Lists): DataProvider => ({
  getApiUrl: () => '/api',
  async getList(params) {
    const operation = await lists[params.resource]?.()
    if (!operation) throw new TypeError(`no list is known for ${params.resource}`)
    return getList(operation, params)
  },
  getOne: unasked,
  create: (params) => presented(withProof(() => rest.create(params))) as never,
  update: (params) => presented(withProof(() => rest.update(params))) as never,
  deleteOne: unasked,
})
