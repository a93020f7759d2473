import type { SpacePart } from '#server/space-part.ts'

export const renditionsPart: SpacePart = {
  name: 'renditions',
  tables: ['rendition', 'rendition_suffix', 'content_text', 'content_key'],
}
