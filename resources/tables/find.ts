import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import type { Found } from '../../src/widgets/space-part.tsx'
import { tablePath } from './address.ts'

export default async function findTables(q: string): Promise<Found[]> {
  const found = await call(tables.find, { q }, { quiet: true, aside: true })
  return found.map(({ id, name, space }) => ({ id, name, hint: space.name, path: tablePath(space.id, id) }))
}
