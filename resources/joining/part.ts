import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'
import { journalWords } from './journal-words.ts'

export default defineSpacePart({
  name: 'joining',
  sections: [
    {
      key: 'members',
      order: 30,
      label: (t) => t('joining.section'),
      may: (actor, space) => can(actor, 'member.list', space),
      load: () => import('./members.tsx'),
      badge: () => import('./waiting.tsx'),
    },
  ],
  pieces: {
    card: () => import('./join.tsx'),
    offline: () => import('./leave-offline.tsx'),
  },
  aboveList: () => import('./my-invitations.tsx'),
  renews: ['joining'],
  journalWords,
})
