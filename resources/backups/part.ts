import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'backups',
  sections: [
    {
      key: 'backups',
      order: 60,
      label: (t) => t('backups.section.title'),
      may: (actor, space) => can(actor, 'space.backups', space),
      load: () => import('./section.tsx'),
    },
  ],
})
