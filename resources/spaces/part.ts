import { DatabaseOutlined } from '@ant-design/icons'
import { can } from '#contract/core/policy.ts'
import { defineSpacePart } from '../../src/widgets/space-part.tsx'
import { journalWords } from './journal-words.ts'

export default defineSpacePart({
  name: 'spaces',
  tabs: [
    {
      key: 'spaceInfo',
      order: 10,
      label: (t) => t('spaces.tabs.spaceInfo'),
      may: () => true,
      load: () => import('./info.tsx'),
    },
    {
      key: 'spaceSetting',
      order: 90,
      label: (t) => t('spaces.tabs.spaceSetting'),
      may: (actor, space) => can(actor, 'member.list', space) || can(actor, 'space.delete', space),
      load: () => import('./edit.tsx'),
      badge: () => import('./section-badges.tsx'),
    },
  ],
  sections: [
    {
      key: 'basics',
      order: 10,
      label: (t) => t('spaces.sections.basics'),
      may: (actor, space) => can(actor, 'space.edit', space),
      load: () => import('./basics.tsx'),
    },
    {
      key: 'type',
      order: 20,
      label: (t) => t('spaces.sections.type'),
      may: (actor, space) => can(actor, 'space.setType', space),
      load: () => import('./type-change.tsx'),
    },
    {
      key: 'delete',
      order: 90,
      label: (t) => t('spaces.sections.delete'),
      may: (actor, space) => can(actor, 'space.delete', space),
      load: () => import('./delete.tsx'),
    },
  ],
  renews: ['space'],
  journalWords,
  searchKind: { title: (t) => t('spaces.title'), icon: DatabaseOutlined, load: () => import('./find.ts') },
})
