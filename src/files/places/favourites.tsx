import { StarOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

export const favourites: Place = {
  id: 'favourites',
  icon: <StarOutlined />,
  title: (t) => t('favourites.favourites.title'),
  isFor: (_space, isSignedIn) => isSignedIn,
  View: later(() => import('./FavouritesView.tsx')),
}
