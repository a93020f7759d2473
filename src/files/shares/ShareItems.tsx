import { useEffect, useState } from 'react'
import type { FileRecord } from '#contract/files.ts'
import { explain } from '#contract/policy.ts'
import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareDialog } from '../../shares/index.ts'
import { isFolder } from '../actions/action.ts'
import type { DialogProps } from '../dialogs/index.ts'

/** A link to what is marked. */
export default function ShareItems({ desk, onClose }: DialogProps<'share'>) {
  // What was marked when the question came; the selection may change beside it.
  const [items, setItems] = useState<readonly FileRecord[]>(desk.marked)
  const { everyMarked, isAll } = desk
  useEffect(() => {
    if (isAll) void everyMarked().then(setItems)
  }, [everyMarked, isAll])
  const [first] = items
  const mayBring = explain(desk.actor, 'file.make', desk.facts).allowed
  return (
    <ShareDialog
      title={first?.name ?? ''}
      count={items.length}
      isBoxOffered={items.length === 1 && items.every(isFolder) && mayBring}
      onClose={onClose}
      make={(choice) =>
        call(
          shares.makeFile,
          { spaceId: desk.space.id, hashList: items.map(({ hash }) => hash), ...choice },
          { quiet: true },
        )
      }
    />
  )
}
