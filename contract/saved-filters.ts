import * as z from 'zod/mini'
import { SAVED_FILTER_NAME_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id, Nothing } from './core/shapes.ts'

/** The lists of administration whose filters are saved. */
export const FilteredList = z.enum(['users', 'spaces', 'approvals', 'audit'])
export type FilteredList = z.infer<typeof FilteredList>

/** The longest query of a filter, in characters (our choice). */
const QUERY_MAX = 1000

const SavedFilterDraft = z.object({
  list: FilteredList,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(SAVED_FILTER_NAME_MAX)),
  /** The filters as the list's address has them: `role=role_admin&online=true`. */
  query: z.string().check(z.minLength(1), z.maxLength(QUERY_MAX)),
})
/** Named filters of a list; only the person who saved them sees them. */
export const SavedFilter = z.extend(SavedFilterDraft, { id: Id })
export type SavedFilter = z.infer<typeof SavedFilter>

const administrator = { gate: 'admin', guard: 'session' } as const

export const savedFilters = {
  list: operation({
    method: 'GET',
    path: '/setting/savedFilters',
    ...administrator,
    input: z.object({ list: FilteredList }),
    data: z.array(SavedFilter),
    errors: [],
  }),
  save: operation({
    method: 'POST',
    path: '/setting/savedFilters',
    ...administrator,
    input: SavedFilterDraft,
    data: SavedFilter,
    errors: ['savedFilterNameTaken', 'savedFiltersTooMany'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/setting/savedFilters/:id',
    ...administrator,
    input: z.object({ id: Id }),
    data: Nothing,
    errors: [],
  }),
}
