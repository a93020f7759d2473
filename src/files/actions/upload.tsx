import { FolderOutlined, UploadOutlined } from '@ant-design/icons'
import { type Action, refusalTo, shifted } from './action.ts'

export const uploadFiles: Action = {
  name: 'uploadFiles',
  icon: <UploadOutlined />,
  shortcut: 'Shift+U',
  keys: shifted('U'),
  bar: 'main',
  isVisible: (context) => context.selected.length === 0,
  refusal: refusalTo('file.make'),
  run: (context) => context.pickFiles('files'),
}

export const uploadFolder: Action = {
  name: 'uploadFolder',
  icon: <FolderOutlined />,
  bar: 'plain',
  isVisible: (context) => context.selected.length === 0,
  refusal: refusalTo('file.make'),
  run: (context) => context.pickFiles('folder'),
}
