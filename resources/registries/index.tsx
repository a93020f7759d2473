import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'registries',
  path: '/systemConfig/registries',
  operation: () => import('#contract/registries.ts').then(({ registries }) => registries.list),
  section: {
    group: 'site',
    order: 28,
    title: (t) => t('registries.title'),
    hint: (t) => t('registries.hint'),
  },
  list: () => import('./list.tsx'),
})
