import { ThunderboltOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

export const tasks: Place = {
  id: 'tasks',
  icon: <ThunderboltOutlined />,
  title: (t) => t('tasks.title'),
  isFor: (space) => space.myRole !== null,
  View: later(() => import('../tasks/TasksView.tsx')),
}
