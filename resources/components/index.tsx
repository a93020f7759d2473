import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'components',
  path: '/systemConfig/components',
  section: {
    group: 'management',
    order: 40,
    title: (t) => t('settings.system.sections.components'),
    hint: (t) => t('settings.system.hints.components'),
  },
  list: () => import('./list.tsx'),
})
