import type { Desk } from '../desk.ts'
import type { DialogName, Questions } from './questions.ts'

export type DialogProps<Name extends DialogName> = { desk: Desk; about: Questions[Name]; onClose: () => void }
