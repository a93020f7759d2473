import { EditOutlined, FieldTimeOutlined, HistoryOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/directory.ts'
import { isViewedBy } from '#contract/preview.ts'
import type { Desk } from '../desk.ts'
import { type Action, hasOne, refusalFor, refusalTo } from './action.ts'

export const editText: Action = {
  name: 'editText',
  icon: <EditOutlined />,
  inPreview: true,
  isVisible: (desk) =>
    desk.facts.myRole !== null && hasOne(desk) && desk.marked.every(({ suffix }) => isViewedBy('text', suffix)),
  refusal: (desk) => refusalFor(desk, 'file.edit'),
  run: (desk) => {
    const [record] = desk.marked
    if (!record) return
    // What is edited is not what stands there.
    desk.preview(null)
    desk.ask('editText', { record })
  },
}

/** The folder that is marked, or the one in view when it is not the root. */
function folderOf({ marked, folder }: Desk) {
  const chosen = marked[0] ?? folder
  return chosen?.phash ? { folder: chosen } : {}
}
const isForFolder = (desk: Desk) =>
  desk.facts.myRole !== null && (desk.marked.length === 0 || (hasOne(desk) && desk.marked.every(isFolder)))

export const makeVersion: Action = {
  name: 'makeVersion',
  icon: <FieldTimeOutlined />,
  isVisible: isForFolder,
  refusal: refusalTo('space.makeVersion'),
  run: (desk) => desk.ask('makeVersion', folderOf(desk)),
}

export const goBack: Action = {
  name: 'goBack',
  icon: <HistoryOutlined />,
  isVisible: isForFolder,
  refusal: refusalTo('space.makeVersion'),
  run: (desk) => desk.ask('goBack', folderOf(desk)),
}
