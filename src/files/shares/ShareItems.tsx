import { isFolder } from '#contract/directory.ts'
import { explain } from '#contract/policy.ts'
import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareDialog } from '../../shares/index.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { ChosenProblem, useChosen } from '../dialogs/use-chosen.tsx'

/** A link to what is marked. */
export default function ShareItems({ desk, onClose }: DialogProps<'share'>) {
  const chosen = useChosen(desk.everyMarked)
  const items = chosen.items ?? desk.marked
  const [first] = items
  const mayBring = explain(desk.actor, 'file.make', desk.facts).allowed
  return (
    <ShareDialog
      title={first?.name ?? ''}
      count={chosen.items?.length ?? desk.count}
      isReady={chosen.items !== null && !chosen.isTooMany}
      notice={<ChosenProblem chosen={chosen} />}
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
