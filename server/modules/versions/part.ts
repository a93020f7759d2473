import type { SpacePart } from '#server/space-part.ts'
import { carrySnapshots } from './snapshot-store.ts'

export const versionsPart: SpacePart = {
  name: 'versions',
  tables: ['file_version', 'version_metadata', 'version_rule', 'node_history', 'node_gone', 'snapshot'],
  items: { crossed: carrySnapshots },
}
