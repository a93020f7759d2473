import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'institutions',
  path: '/systemConfig/institutions',
  section: {
    group: 'site',
    order: 25,
    title: (t) => t('institutions.title'),
    hint: (t) => t('institutions.hint'),
  },
  list: () => import('./list.tsx'),
})
