import { ExportOutlined, SwitcherOutlined } from '@ant-design/icons'
import { type Action, hasSome, refusalFor } from './action.ts'

/** The way for those who do not drag. */
export const moveTo: Action = {
  name: 'moveTo',
  icon: <ExportOutlined />,
  bar: 'plain',
  isVisible: (desk) => hasSome(desk) && desk.actor !== null,
  refusal: (desk) => refusalFor(desk, 'file.edit'),
  run: (desk) => desk.ask('chooseFolder', { kind: 'move' }),
}

export const copyTo: Action = {
  name: 'copyTo',
  icon: <SwitcherOutlined />,
  isVisible: (desk) => hasSome(desk) && desk.actor !== null,
  refusal: (desk) => refusalFor(desk, 'file.download'),
  run: (desk) => desk.ask('chooseFolder', { kind: 'copy' }),
}
