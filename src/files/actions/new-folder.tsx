import { FolderAddOutlined } from '@ant-design/icons'
import { type Action, refusalTo, shifted } from './action.ts'

export const newFolder: Action = {
  name: 'newFolder',
  icon: <FolderAddOutlined />,
  shortcut: 'Shift+N',
  keys: shifted('N'),
  bar: 'plain',
  isVisible: (context) => context.selected.length === 0,
  refusal: refusalTo('file.make'),
  run: (context) => context.ask('newFolder'),
}
