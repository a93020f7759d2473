import type { ComponentType } from 'react'
import type { ActionContext } from './action-context.ts'
import { dialogs } from './dialogs/index.ts'
import type { Asking } from './dialogs/questions.ts'

type Props = { context: ActionContext; asking: Asking; onClose: () => void }

/** The questions of the file manager, one at a time. */
export function Dialogs({ context, asking, onClose }: Props) {
  if (!asking) return null
  // `ask` has seen to it that the question was told what it has to be told.
  const Dialog = dialogs[asking.name] as ComponentType<Omit<Props, 'asking'> & { about: unknown }>
  return <Dialog context={context} about={asking.about} onClose={onClose} />
}
