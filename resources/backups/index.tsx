import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'backups',
  path: '/systemConfig/backups',
  section: {
    group: 'management',
    order: 22,
    title: (t) => t('backups.title'),
    hint: (t) => t('backups.hint'),
  },
  list: () => import('./list.tsx'),
})
