import { DeploymentUnitOutlined, ShareAltOutlined } from '@ant-design/icons'
import { type Action, hasSome, refusalFor, refusalTo } from './action.ts'

export const share: Action = {
  name: 'share',
  icon: <ShareAltOutlined />,
  bar: 'plain',
  inRow: true,
  inPreview: true,
  isVisible: hasSome,
  refusal: (context) => refusalFor(context, 'file.share'),
  run: (context) => context.ask('share'),
}

export const shareSpace: Action = {
  name: 'shareSpace',
  icon: <DeploymentUnitOutlined />,
  isVisible: (context) => context.policyContext.myRole !== null && context.selected.length === 0,
  refusal: refusalTo('space.share'),
  run: (context) => context.ask('shareSpace'),
}
