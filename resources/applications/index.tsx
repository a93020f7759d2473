import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'applications',
  path: '/systemConfig/openApi',
  section: {
    group: 'management',
    order: 45,
    title: (t) => t('applications.title'),
    hint: (t) => t('applications.hint'),
  },
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/applications.ts')).applications.list,
})
