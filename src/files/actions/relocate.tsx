import { ExportOutlined, SwitcherOutlined } from '@ant-design/icons'
import { type Action, hasSome, refusalFor } from './action.ts'

/** Moving by a dialog, as the alternative to drag and drop. */
export const moveTo: Action = {
  name: 'moveTo',
  icon: <ExportOutlined />,
  bar: 'plain',
  inRow: true,
  isVisible: (context) => hasSome(context) && context.actor !== null,
  refusal: (context) => refusalFor(context, 'file.edit'),
  run: (context) => context.ask('chooseFolder', { kind: 'move' }),
}

export const copyTo: Action = {
  name: 'copyTo',
  icon: <SwitcherOutlined />,
  isVisible: (context) => hasSome(context) && context.actor !== null,
  refusal: (context) => refusalFor(context, 'file.download'),
  run: (context) => context.ask('chooseFolder', { kind: 'copy' }),
}
