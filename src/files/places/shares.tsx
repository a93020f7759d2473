import { ShareAltOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

/** Every link of the space, for whoever answers for it; one's own are in the personal centre. */
export const shares: Place = {
  id: 'shares',
  icon: <ShareAltOutlined />,
  title: (t) => t('shares.ofSpace'),
  isFor: (space) => space.myRole === 'owner',
  View: later(() => import('../shares/SpaceShares.tsx')),
}
