import { StarFilled, StarOutlined } from '@ant-design/icons'
import type { Desk } from '../desk.ts'
import { type Action, command, hasSome } from './action.ts'

const areFavourites = (desk: Desk) => desk.marked.every(({ hash }) => desk.markOf(hash)?.isFavourite)
const star = (isOn: boolean): Pick<Action, 'shortcut' | 'keys' | 'refusal' | 'isVisible' | 'run'> => ({
  shortcut: 'Ctrl+D',
  keys: command('d'),
  isVisible: (desk) => desk.actor !== null && hasSome(desk) && !desk.isAll && areFavourites(desk) !== isOn,
  refusal: () => null,
  run: (desk) => desk.setFavourite(desk.marked, isOn),
})

export const favourite: Action = { name: 'favourite', icon: <StarOutlined />, ...star(true) }
export const unfavourite: Action = { name: 'unfavourite', icon: <StarFilled />, ...star(false) }
