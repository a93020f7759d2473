import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'instruments',
  feature: 'instruments',
  path: '/systemConfig/instruments',
  section: {
    group: 'management',
    order: 25,
    title: (t) => t('instruments.title'),
    hint: (t) => t('instruments.siteHint'),
  },
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/instruments.ts')).instruments.all,
})
