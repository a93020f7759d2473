import { boardPath } from '#contract/pages/paths.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#providers/call.ts'
import type { Found } from '../../../src/widgets/space-part.tsx'

export default async function findReports(q: string): Promise<Found[]> {
  const found = await call(reports.find, { q }, { quiet: true, aside: true })
  return found.map(({ id, name, space }) => ({ id, name, hint: space.name, path: boardPath(id) }))
}
