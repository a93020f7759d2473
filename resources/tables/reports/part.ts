import { BarChartOutlined } from '@ant-design/icons'
import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'reports',
  tabs: [
    {
      key: 'biReport',
      order: 23,
      label: (t) => t('reports.title'),
      may: (actor, space) => can(actor, 'table.list', space),
      load: () => import('./tab.tsx'),
    },
  ],
  renews: ['reports'],
  searchKind: { title: (t) => t('reports.title'), icon: BarChartOutlined, load: () => import('./find.ts') },
})
