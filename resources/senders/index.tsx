import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'senders',
  feature: 'senders',
  path: '/systemConfig/senders',
  section: {
    group: 'site',
    order: 26,
    title: (t) => t('senders.title'),
    hint: (t) => t('senders.hint'),
  },
  list: () => import('./list.tsx'),
})
