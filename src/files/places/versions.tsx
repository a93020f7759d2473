import { BranchesOutlined } from '@ant-design/icons'
import { later } from '../../widgets/later.tsx'
import type { Place } from './place.ts'

export const versions: Place = {
  id: 'versions',
  icon: <BranchesOutlined />,
  title: (t) => t('versions.snapshots.title'),
  isFor: (space) => space.myRole !== null,
  View: later(() => import('../versions/SnapshotsView.tsx')),
}
