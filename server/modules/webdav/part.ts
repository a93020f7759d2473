import type { SpacePart } from '#server/space-part.ts'
import { copyProperties, replaceProperties } from './store.ts'

export const webdavPart: SpacePart = {
  name: 'webdav',
  tables: ['file_property', 'scratch'],
  items: { copied: copyProperties, overwritten: replaceProperties },
}
