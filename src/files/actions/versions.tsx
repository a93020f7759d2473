import { EditOutlined, FieldTimeOutlined, HistoryOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/core/directory.ts'
import { isViewedBy } from '#contract/preview.ts'
import type { ActionContext } from '../action-context.ts'
import { type Action, hasOne, refusalFor, refusalTo } from './action.ts'

export const editText: Action = {
  name: 'editText',
  icon: <EditOutlined />,
  inPreview: true,
  isVisible: (context) =>
    context.policyContext.myRole !== null &&
    hasOne(context) &&
    context.selected.every(({ suffix }) => isViewedBy('text', suffix)),
  refusal: (context) => refusalFor(context, 'file.edit'),
  run: (context) => {
    const [record] = context.selected
    if (!record) return
    // The preview is closed, because it would show the saved content and not the edited one.
    context.preview(null)
    context.ask('editText', { record })
  },
}

/** The selected folder, or the current one unless it is the root. */
function folderOf({ selected, folder }: ActionContext) {
  const chosen = selected[0] ?? folder
  return chosen?.phash ? { folder: chosen } : {}
}
const isForFolder = (context: ActionContext) =>
  context.policyContext.myRole !== null &&
  (context.selected.length === 0 || (hasOne(context) && context.selected.every(isFolder)))

export const makeVersion: Action = {
  name: 'makeVersion',
  icon: <FieldTimeOutlined />,
  isVisible: isForFolder,
  refusal: refusalTo('space.makeVersion'),
  run: (context) => context.ask('makeVersion', folderOf(context)),
}

export const goBack: Action = {
  name: 'goBack',
  icon: <HistoryOutlined />,
  isVisible: isForFolder,
  refusal: refusalTo('space.makeVersion'),
  run: (context) => context.ask('goBack', folderOf(context)),
}
