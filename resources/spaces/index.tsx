import { defineResource } from '../resource.tsx'

export default defineResource({ name: 'spaces', path: '/space', list: () => import('./list.tsx') })
