import { FolderAddOutlined } from '@ant-design/icons'
import { type Action, refusalTo, shifted } from './action.ts'

export const newFolder: Action = {
  name: 'newFolder',
  icon: <FolderAddOutlined />,
  shortcut: 'Shift+N',
  keys: shifted('N'),
  bar: 'plain',
  isVisible: (desk) => desk.marked.length === 0,
  refusal: refusalTo('file.make'),
  run: (desk) => desk.ask('newFolder'),
}
