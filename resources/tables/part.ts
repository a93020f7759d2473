import { TableOutlined } from '@ant-design/icons'
import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'tables',
  tabs: [
    {
      key: 'form',
      order: 22,
      label: (t) => t('tables.title'),
      may: (actor, space) => can(actor, 'table.list', space),
      load: () => import('./tab.tsx'),
    },
  ],
  pieces: { overview: () => import('./overview.tsx') },
  renews: ['tables'],
  searchKind: { title: (t) => t('tables.title'), icon: TableOutlined, load: () => import('./find.ts') },
})
