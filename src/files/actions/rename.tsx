import { EditOutlined, FormOutlined } from '@ant-design/icons'
import { type Action, hasOne, plain, refusalFor } from './action.ts'

export const rename: Action = {
  name: 'rename',
  icon: <EditOutlined />,
  shortcut: 'F2',
  keys: plain('F2'),
  bar: 'plain',
  isVisible: hasOne,
  refusal: (context) => refusalFor(context, 'file.edit'),
  run: (context) => {
    const [record] = context.selected
    if (record) context.startRename(record)
  },
}

export const renameMany: Action = {
  name: 'renameMany',
  icon: <FormOutlined />,
  shortcut: 'F2',
  keys: plain('F2'),
  bar: 'plain',
  isVisible: (context) => context.isAll || context.selected.length > 1,
  refusal: (context) => refusalFor(context, 'file.edit'),
  run: (context) => context.ask('renameMany'),
}
