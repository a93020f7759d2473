import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'components',
  path: '/systemConfig/components',
  list: () => import('./list.tsx'),
})
