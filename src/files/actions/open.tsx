import { FolderOpenOutlined } from '@ant-design/icons'
import { type Action, hasOne, plain } from './action.ts'

/** Opens a folder, or the preview of a file. */
export const open: Action = {
  name: 'open',
  icon: <FolderOpenOutlined />,
  shortcut: 'Enter',
  keys: plain('Enter'),
  isVisible: hasOne,
  refusal: () => null,
  run: (context) => {
    const [record] = context.selected
    if (record) context.open(record)
  },
}
