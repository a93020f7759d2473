import type { SpacePart } from '#server/space-part.ts'

export const sharesPart: SpacePart = {
  name: 'shares',
  tables: ['share', 'share_item', 'share_visit', 'share_receipt'],
}
