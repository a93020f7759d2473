import { DeleteOutlined } from '@ant-design/icons'
import { type Action, hasSome, plain, refusalFor } from './action.ts'

/** Moves items to the trash; can be undone. */
export const remove: Action = {
  name: 'remove',
  icon: <DeleteOutlined />,
  shortcut: 'Delete',
  keys: plain('Delete'),
  bar: 'plain',
  inRow: true,
  isDanger: true,
  isVisible: hasSome,
  refusal: (context) => refusalFor(context, 'file.delete'),
  run: async (context) => context.remove(await context.allSelected()),
}
