import type { SpacePart } from '#server/space-part.ts'

export const spacesPart: SpacePart = { name: 'spaces', tables: ['space', 'space_usage', 'space_day', 'member'] }
