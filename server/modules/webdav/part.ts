import type { SpacePart } from '#server/space-part.ts'
import { copyProperties, replaceProperties } from './store.ts'

export const webdavPart: SpacePart = {
  name: 'webdav',
  tables: ['file_property', 'scratch'],
  demo: async () => (await import('#server/demo/past/locks.ts')).locksOfPast,
  items: { copied: copyProperties, overwritten: replaceProperties },
}
