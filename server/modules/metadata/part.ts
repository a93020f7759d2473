import type { SpacePart } from '#server/space-part.ts'
import { metadataWay } from './search.ts'
import { carryMetadata, copyMetadata } from './store.ts'

export const metadataPart: SpacePart = {
  name: 'metadata',
  tables: ['node_metadata', 'meta_template', 'folder_template', 'vocabulary'],
  saved: [
    { table: 'vocabulary' },
    { table: 'meta_template' },
    { table: 'folder_template', by: { column: 'template_id', of: 'meta_template' } },
    { table: 'node_metadata', by: { column: 'node_id', of: 'node' } },
  ],
  demo: async () => (await import('#server/demo/past/metadata.ts')).metadataOfPast,
  items: { copied: copyMetadata, crossed: carryMetadata },
  search: [metadataWay],
}
