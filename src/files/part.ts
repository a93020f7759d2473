import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../widgets/space-part.tsx'
import { journalWords } from './journal-words.ts'

export default defineSpacePart({
  name: 'files',
  tabs: [
    {
      key: 'filesManage',
      order: 20,
      label: (t) => t('files.tab'),
      may: (actor, space) => can(actor, 'space.read', space),
      load: () => import('./FileManager.tsx'),
    },
  ],
  journalWords,
})
