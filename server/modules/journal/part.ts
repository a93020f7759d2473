import type { SpacePart } from '#server/space-part.ts'

export const journalPart: SpacePart = {
  name: 'journal',
  tables: ['journal'],
  saved: [{ table: 'journal', restored: 'intoNew', numbers: ['id'] }],
  demo: async () => (await import('#server/demo/past/downloads.ts')).downloadsOfPast,
}
