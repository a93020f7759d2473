import { users } from '#contract/users.ts'
import { call } from './call.ts'

/** Maximum number of people that one search shows. */
const SHOWN = 20

/** Searches usable accounts, for administrators who choose one. */
export async function findPeople(q: string, signal: AbortSignal) {
  const { list } = await call(
    users.list,
    { q: q || undefined, status: 'enabled', state: 'active', sort: 'name', order: 'asc', size: SHOWN },
    { quiet: true, signal },
  )
  return list
}
