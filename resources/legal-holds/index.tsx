import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'legalHolds',
  path: '/systemConfig/legalHolds',
  section: {
    group: 'operation',
    order: 37,
    title: (t) => t('legalHolds.title'),
    hint: (t) => t('legalHolds.hint'),
  },
  list: () => import('./list.tsx'),
})
