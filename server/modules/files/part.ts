import type { SpacePart } from '#server/space-part.ts'

export const filesPart: SpacePart = { name: 'files', tables: ['blob', 'node', 'trash', 'file_lock'] }
