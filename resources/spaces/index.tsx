import { spaces } from '#contract/spaces.ts'
import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'spaces',
  path: '/space',
  list: () => import('./list.tsx'),
  operation: async () => spaces.list,
})
