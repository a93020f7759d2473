import type { FilesModule } from '#server/modules/files/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { PersonKey } from './people.ts'

/** A new sample space, and what its parts need to fill it. */
export type SampleSpace = {
  identifier: string
  id: string
  rootId: string
  person(key: PersonKey): { id: string; name: string }
  files: Pick<FilesModule, 'createFolders' | 'place'>
  blobs: Pick<BlobStore, 'put'>
  now: () => Date
  newId: () => string
}
