import { ExperimentOutlined } from '@ant-design/icons'
import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'instruments',
  feature: 'instruments',
  tabs: [
    {
      key: 'instruments',
      order: 25,
      label: (t) => t('instruments.title'),
      may: (actor, space) => can(actor, 'instrument.list', space),
      load: () => import('./tab.tsx'),
    },
  ],
  renews: ['instruments'],
  searchKind: { title: (t) => t('instruments.title'), icon: ExperimentOutlined, load: () => import('./find.ts') },
})
