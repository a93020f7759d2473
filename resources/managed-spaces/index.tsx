import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'managedSpaces',
  path: '/systemConfig/spaces',
  section: {
    group: 'management',
    order: 20,
    title: (t) => t('settings.system.sections.spaces'),
    hint: (t) => t('settings.system.hints.spaces'),
  },
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/managed-spaces.ts')).managedSpaces.list,
})
