import { LinkOutlined } from '@ant-design/icons'
import { spacePath } from '#contract/pages/paths.ts'
import { type Action, hasOne } from './action.ts'

/** Copies the address of this folder with the item selected, to send to a colleague. */
export const copyPath: Action = {
  name: 'copyPath',
  icon: <LinkOutlined />,
  isVisible: hasOne,
  refusal: () => null,
  run: async (context) => {
    const [record] = context.selected
    if (!record) return
    const query = new URLSearchParams({ ...(record.phash && { folder: record.phash }), select: record.hash })
    await context.copy(
      `${location.origin}${spacePath(context.space.id, 'filesManage')}?${query}`,
      'files.said.pathCopied',
    )
  },
}
