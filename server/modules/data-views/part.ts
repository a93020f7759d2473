import type { SpacePart } from '#server/space-part.ts'
import { giveViewsToOwner } from './catalogue-store.ts'

export const dataViewsPart: SpacePart = {
  name: 'dataViews',
  tables: ['data_view', 'data_view_version'],
  saved: [{ table: 'data_view' }, { table: 'data_view_version', by: { column: 'view_id', of: 'data_view' } }],
  memberLeaving: giveViewsToOwner,
  demo: async () => (await import('#server/demo/past/data-views.ts')).viewsOfPast,
}
