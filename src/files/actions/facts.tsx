import { ProfileOutlined, TableOutlined, TagsOutlined } from '@ant-design/icons'
import { isFolder } from '#contract/directory.ts'
import { type Action, hasOne, hasSome, refusalFor, refusalTo } from './action.ts'

export const tag: Action = {
  name: 'tag',
  icon: <TagsOutlined />,
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.edit'),
  run: (desk) => desk.ask('tags'),
}

/** Metadata of all files in the folder in view, or in the one that is marked. */
export const factSheet: Action = {
  name: 'factSheet',
  icon: <TableOutlined />,
  isVisible: (desk) =>
    desk.actor !== null && (desk.marked.length === 0 || (hasOne(desk) && desk.marked.every(isFolder))),
  refusal: () => null,
  run: (desk) => desk.ask('factSheet'),
}

export const templates: Action = {
  name: 'templates',
  icon: <ProfileOutlined />,
  isVisible: (desk) => desk.facts.myRole !== null && desk.marked.length === 0,
  refusal: refusalTo('space.templates'),
  run: (desk) => desk.ask('templates'),
}
