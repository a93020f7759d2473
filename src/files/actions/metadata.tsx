import { ProfileOutlined, TableOutlined, TagsOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/core/directory.ts'
import { type Action, hasOne, hasSome, refusalFor, refusalTo } from './action.ts'

export const tag: Action = {
  name: 'tag',
  icon: <TagsOutlined />,
  isVisible: hasSome,
  refusal: (context) => refusalFor(context, 'file.edit'),
  run: (context) => context.ask('tags'),
}

/** Edits the metadata of all files in the current or the selected folder as a sheet. */
export const metadataSheet: Action = {
  name: 'metadataSheet',
  icon: <TableOutlined />,
  isVisible: (context) =>
    context.actor !== null && (context.selected.length === 0 || (hasOne(context) && context.selected.every(isFolder))),
  refusal: () => null,
  run: (context) => context.ask('metadataSheet'),
}

export const templates: Action = {
  name: 'templates',
  icon: <ProfileOutlined />,
  isVisible: (context) => context.policyContext.myRole !== null && context.selected.length === 0,
  refusal: refusalTo('space.templates'),
  run: (context) => context.ask('templates'),
}
