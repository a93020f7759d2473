import { EyeOutlined } from '@ant-design/icons'
import { type Action, hasOne, isFolder, plain } from './action.ts'

export const preview: Action = {
  name: 'preview',
  icon: <EyeOutlined />,
  shortcut: 'Space',
  keys: plain(' '),
  bar: 'plain',
  isVisible: (desk) => hasOne(desk) && desk.marked.every((record) => !isFolder(record)),
  refusal: () => null,
  run: (desk) => {
    const [record] = desk.marked
    if (record) desk.preview(record)
  },
}
