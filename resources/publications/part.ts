import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'publications',
  tabs: [
    {
      key: 'published',
      order: 35,
      label: (t) => t('publications.tab'),
      may: (actor, space) => can(actor, 'publication.list', space),
      load: () => import('./tab.tsx'),
    },
  ],
  renews: ['publications'],
})
