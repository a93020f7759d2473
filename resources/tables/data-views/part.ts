import { BlockOutlined } from '@ant-design/icons'
import { defineSpacePart } from '../../../src/widgets/space-part.tsx'

export default defineSpacePart({
  name: 'dataViews',
  renews: ['dataViews'],
  searchKind: { title: (t) => t('dataViews.title'), icon: BlockOutlined, load: () => import('./find.ts') },
})
