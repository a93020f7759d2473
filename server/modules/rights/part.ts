import type { SpacePart } from '#server/space-part.ts'

export const rightsPart: SpacePart = { name: 'rights', tables: ['space_flags'] }
