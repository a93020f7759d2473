import { EyeOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/core/directory.ts'
import { type Action, hasOne, plain } from './action.ts'

export const preview: Action = {
  name: 'preview',
  icon: <EyeOutlined />,
  shortcut: 'Space',
  keys: plain(' '),
  bar: 'plain',
  isVisible: (context) => hasOne(context) && context.selected.every((record) => !isFolder(record)),
  refusal: () => null,
  run: (context) => {
    const [record] = context.selected
    if (record) context.preview(record)
  },
}
