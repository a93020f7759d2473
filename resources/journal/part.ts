import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'journal',
  tabs: [
    {
      key: 'journal',
      order: 30,
      label: (t) => t('journal.tab'),
      may: (actor, space) => can(actor, 'space.readJournal', space),
      load: () => import('./journal.tsx'),
    },
  ],
})
