import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'approvals',
  path: '/approvalManage',
  list: () => import('./list.tsx'),
  operation: async () => (await import('#contract/approvals.ts')).approvals.list,
})
