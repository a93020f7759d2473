import { DeploymentUnitOutlined, ShareAltOutlined } from '@ant-design/icons'
import { type Action, hasSome, refusalFor, refusalTo } from './action.ts'

export const share: Action = {
  name: 'share',
  icon: <ShareAltOutlined />,
  bar: 'plain',
  inPreview: true,
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.share'),
  run: (desk) => desk.ask('share'),
}

export const shareSpace: Action = {
  name: 'shareSpace',
  icon: <DeploymentUnitOutlined />,
  isVisible: (desk) => desk.facts.myRole !== null && desk.marked.length === 0,
  refusal: refusalTo('space.share'),
  run: (desk) => desk.ask('shareSpace'),
}
