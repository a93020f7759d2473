import type { ComponentType } from 'react'
import type { ActionContext } from './action-context.ts'
import { dialogs } from './dialogs/index.ts'
import type { Asking } from './dialogs/questions.ts'

type Props = { context: ActionContext; asking: Asking; onClose: () => void }

/** The open dialog of the file manager; at most one at a time. */
export function Dialogs({ context, asking, onClose }: Props) {
  if (!asking) return null
  // The type of `ask` guarantees that `about` fits the dialog.
  const Dialog = dialogs[asking.name] as ComponentType<Omit<Props, 'asking'> & { about: unknown }>
  return <Dialog context={context} about={asking.about} onClose={onClose} />
}
