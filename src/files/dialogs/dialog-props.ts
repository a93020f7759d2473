import type { ActionContext } from '../action-context.ts'
import type { DialogName, Questions } from './questions.ts'

export type DialogProps<Name extends DialogName> = {
  context: ActionContext
  about: Questions[Name]
  onClose: () => void
}
