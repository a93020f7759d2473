import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareDialog } from '../../shares/index.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'

/** Creates a share link to the whole space. */
export default function ShareSpace({ context, onClose }: DialogProps<'shareSpace'>) {
  const spaceId = context.space.id
  return (
    <ShareDialog
      title={context.space.name}
      count={1}
      isBoxOffered={false}
      onClose={onClose}
      make={({ days, way, password, mayDownload }) =>
        call(shares.makeSpace, { spaceId, days, way, password, mayDownload }, { quiet: true })
      }
    />
  )
}
