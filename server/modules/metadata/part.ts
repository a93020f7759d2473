import { metadataOfPast } from '#server/demo/past/metadata.ts'
import type { SpacePart } from '#server/space-part.ts'
import { metadataWay } from './search.ts'
import { carryMetadata, copyMetadata } from './store.ts'

export const metadataPart: SpacePart = {
  name: 'metadata',
  tables: ['node_metadata', 'meta_template', 'folder_template', 'vocabulary'],
  demo: metadataOfPast,
  items: { copied: copyMetadata, crossed: carryMetadata },
  search: [metadataWay],
}
