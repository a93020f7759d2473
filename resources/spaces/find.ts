import { spacePath } from '#contract/pages/paths.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import type { Found } from '../../src/widgets/space-part.tsx'

/** Maximum number of the user's spaces that the search offers. */
const SHOWN = 4

export default async function findSpaces(q: string): Promise<Found[]> {
  const { list } = await call(spaces.list, { scope: 'mine', q, size: SHOWN }, { quiet: true })
  return list.map(({ id, name, introduction: hint }) => ({ id, name, hint, path: spacePath(id, 'filesManage') }))
}
