import { downloadsOfPast } from '#server/demo/past/downloads.ts'
import type { SpacePart } from '#server/space-part.ts'

export const journalPart: SpacePart = {
  name: 'journal',
  tables: ['journal'],
  saved: [{ table: 'journal', restored: 'intoNew', numbers: ['id'] }],
  demo: downloadsOfPast,
}
