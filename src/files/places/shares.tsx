import { ShareAltOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

/** All share links of the space, for users who manage it; users' own links are in My account. */
export const shares: Place = {
  id: 'shares',
  icon: <ShareAltOutlined />,
  title: (t) => t('shares.ofSpace'),
  isFor: (space) => space.myRole === 'owner',
  View: later(() => import('../shares/SpaceShares.tsx')),
}
