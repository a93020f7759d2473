import { StarFilled, StarOutlined } from '@ant-design/icons'
import type { ActionContext } from '../action-context.ts'
import { type Action, command, hasSome } from './action.ts'

const areFavourites = (context: ActionContext) =>
  context.selected.every(({ hash }) => context.badgesOf(hash)?.isFavourite)
const star = (isOn: boolean): Pick<Action, 'shortcut' | 'keys' | 'refusal' | 'isVisible' | 'run'> => ({
  shortcut: 'Ctrl+D',
  keys: command('d'),
  isVisible: (context) =>
    context.actor !== null && hasSome(context) && !context.isAll && areFavourites(context) !== isOn,
  refusal: () => null,
  run: (context) => context.setFavourite(context.selected, isOn),
})

export const favourite: Action = { name: 'favourite', icon: <StarOutlined />, ...star(true) }
export const unfavourite: Action = { name: 'unfavourite', icon: <StarFilled />, ...star(false) }
