import { ClockCircleOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

export const recent: Place = {
  id: 'recent',
  icon: <ClockCircleOutlined />,
  title: (t) => t('favourites.recent.title'),
  isFor: (_space, isSignedIn) => isSignedIn,
  View: later(() => import('./RecentView.tsx')),
}
