import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'rights',
  sections: [
    {
      key: 'rights',
      order: 40,
      label: (t) => t('rights.section'),
      may: (actor, space) => can(actor, 'member.list', space),
      load: () => import('./rights.tsx'),
    },
  ],
  pieces: {
    head: () => import('./view-as-menu.tsx'),
    layer: () => import('./why-layer.tsx'),
  },
  renews: ['rights', 'why'],
})
