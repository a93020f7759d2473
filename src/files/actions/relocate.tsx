import { ExportOutlined, SwitcherOutlined } from '@ant-design/icons'
import { type Action, hasSome, refusalFor, refusalToMake } from './action.ts'

/** The way for those who do not drag. */
export const moveTo: Action = {
  name: 'moveTo',
  icon: <ExportOutlined />,
  bar: 'plain',
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.edit') ?? refusalToMake(desk),
  run: (desk) => desk.ask('chooseFolder', { kind: 'move' }),
}

export const copyTo: Action = {
  name: 'copyTo',
  icon: <SwitcherOutlined />,
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.download') ?? refusalToMake(desk),
  run: (desk) => desk.ask('chooseFolder', { kind: 'copy' }),
}
