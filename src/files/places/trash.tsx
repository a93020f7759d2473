import { DeleteOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

export const trash: Place = {
  id: 'trash',
  icon: <DeleteOutlined />,
  title: (t) => t('trash.title'),
  isFor: (space) => space.myRole !== null,
  View: later(() => import('./TrashView.tsx')),
}
