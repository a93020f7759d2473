import { EyeOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/directory.ts'
import { type Action, hasOne, plain } from './action.ts'

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
