import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'users',
  path: '/systemConfig/users',
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/users.ts')).users.list,
})
