import { EditOutlined, FormOutlined } from '@ant-design/icons'
import { type Action, hasOne, plain, refusalFor } from './action.ts'

export const rename: Action = {
  name: 'rename',
  icon: <EditOutlined />,
  shortcut: 'F2',
  keys: plain('F2'),
  bar: 'plain',
  isVisible: hasOne,
  refusal: (desk) => refusalFor(desk, 'file.edit'),
  run: (desk) => {
    const [record] = desk.marked
    if (record) desk.startRename(record)
  },
}

export const renameMany: Action = {
  name: 'renameMany',
  icon: <FormOutlined />,
  shortcut: 'F2',
  keys: plain('F2'),
  bar: 'plain',
  isVisible: (desk) => desk.isAll || desk.marked.length > 1,
  refusal: (desk) => refusalFor(desk, 'file.edit'),
  run: (desk) => desk.ask('renameMany'),
}
