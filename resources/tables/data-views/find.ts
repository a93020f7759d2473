import { dataViews } from '#contract/data-views.ts'
import { call } from '#providers/call.ts'
import type { Found } from '../../../src/widgets/space-part.tsx'
import { viewPath } from './address.ts'

export default async function findDataViews(q: string): Promise<Found[]> {
  const found = await call(dataViews.find, { q }, { quiet: true, aside: true })
  return found.map(({ id, name, space }) => ({ id, name, hint: space.name, path: viewPath(space.id, id) }))
}
