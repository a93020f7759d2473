import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'managedSpaces',
  path: '/systemConfig/spaces',
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/managed-spaces.ts')).managedSpaces.list,
})
