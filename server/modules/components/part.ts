import type { SpacePart } from '#server/space-part.ts'

export const componentsPart: SpacePart = { name: 'components', tables: ['component', 'component_file'] }
