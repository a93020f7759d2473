import { TableOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/core/directory.ts'
import { can } from '#contract/core/policy.ts'
import { TABLE_SUFFIXES } from '#contract/core/table-suffixes.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { type Action, hasOne } from './action.ts'

/** Opens the import of tables with the selected file. */
export const importTable: Action = {
  name: 'importTable',
  icon: <TableOutlined />,
  inPreview: true,
  isVisible: (context) =>
    hasOne(context) &&
    can(context.actor, 'table.create', context.policyContext) &&
    context.selected.every((record) => !isFolder(record) && TABLE_SUFFIXES.includes(record.suffix.toLowerCase())),
  refusal: () => null,
  run: ({ space, selected: [record], visit }) => {
    if (!record) return
    const asked = new URLSearchParams({ import: record.hash, name: record.name })
    visit(`${spacePath(space.id, 'form')}?${asked}`)
  },
}
