import { isFolder } from '#contract/core/directory.ts'
import { explain } from '#contract/core/policy.ts'
import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareDialog } from '../../shares/index.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { ChosenProblem, useChosen } from '../dialogs/use-chosen.tsx'

/** Creates a share link to the selected items. */
export default function ShareItems({ context, onClose }: DialogProps<'share'>) {
  const chosen = useChosen(context.allSelected)
  const items = chosen.items ?? context.selected
  const [first] = items
  const mayBring = explain(context.actor, 'file.make', context.policyContext).allowed
  return (
    <ShareDialog
      title={first?.name ?? ''}
      count={chosen.items?.length ?? context.count}
      isReady={chosen.items !== null && !chosen.isTooMany}
      notice={<ChosenProblem chosen={chosen} />}
      isBoxOffered={items.length === 1 && items.every(isFolder) && mayBring}
      onClose={onClose}
      make={(choice) =>
        call(
          shares.makeFile,
          { spaceId: context.space.id, hashList: items.map(({ hash }) => hash), ...choice },
          { quiet: true },
        )
      }
    />
  )
}
