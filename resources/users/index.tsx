import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'users',
  path: '/systemConfig/users',
  section: {
    group: 'management',
    order: 10,
    title: (t) => t('settings.system.sections.users'),
    hint: (t) => t('settings.system.hints.users'),
  },
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/users.ts')).users.list,
})
