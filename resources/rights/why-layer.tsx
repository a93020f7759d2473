import type { Space } from '#contract/spaces.ts'
import { dialog } from '../../src/widgets/dialog.tsx'
import { useWhy } from './use-why.ts'

const WhyDrawer = dialog(() => import('./why.tsx'))

/** The drawer that a space's address opens (`?why=…`). */
export default function WhyOfAddress({ space }: { space: Space }) {
  const { who, personId, hash, close } = useWhy()
  if (!who) return null
  return <WhyDrawer spaceId={space.id} personId={personId} hash={hash} onClose={close} />
}
