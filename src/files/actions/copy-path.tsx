import { LinkOutlined } from '@ant-design/icons'
import { spacePath } from '#contract/pages/paths.ts'
import { type Action, hasOne } from './action.ts'

/** The address of this place with the item marked: what one sends to a colleague. */
export const copyPath: Action = {
  name: 'copyPath',
  icon: <LinkOutlined />,
  isVisible: hasOne,
  refusal: () => null,
  run: async (desk) => {
    const [record] = desk.marked
    if (!record) return
    const query = new URLSearchParams({ ...(record.phash && { folder: record.phash }), select: record.hash })
    await desk.copy(`${location.origin}${spacePath(desk.space.id, 'filesManage')}?${query}`, 'files.said.pathCopied')
  },
}
