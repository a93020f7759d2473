import { defineResource } from '../resource.tsx'

export default defineResource({
  name: 'publications',
  path: '/dataPublish',
  list: () => import('./list.tsx'),
  pages: [{ path: '/space/:id/newPublic', load: () => import('./wizard.tsx') }],
})
