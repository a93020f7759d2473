import { locksOfPast } from '#server/demo/past/locks.ts'
import type { SpacePart } from '#server/space-part.ts'
import { copyProperties, replaceProperties } from './store.ts'

export const webdavPart: SpacePart = {
  name: 'webdav',
  tables: ['file_property', 'scratch'],
  demo: locksOfPast,
  items: { copied: copyProperties, overwritten: replaceProperties },
}
