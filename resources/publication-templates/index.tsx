import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'publicationTemplates',
  path: '/systemConfig/publicationTemplates',
  section: {
    group: 'site',
    order: 27,
    title: (t) => t('publicationTemplates.title'),
    hint: (t) => t('publicationTemplates.hint'),
  },
  list: () => import('./list.tsx'),
})
