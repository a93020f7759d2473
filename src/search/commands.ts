import { type Actor, passesGate } from '#contract/core/policy.ts'
import type { Texts } from '#providers/texts.ts'

/** A page of the console that can be opened by name. */
export type Command = {
  id: keyof Texts['search']['commands']
  path: string
  isFor: (actor: Actor) => boolean
  /** It is among the settings of one's own account. */
  isOwnSetting?: boolean
}

const everybody = () => true
const administrators = (actor: Actor) => passesGate(actor, 'admin')

export const commands: readonly Command[] = [
  { id: 'spaces', path: '/space', isFor: everybody },
  { id: 'recent', path: '/recent', isFor: everybody },
  { id: 'favourites', path: '/favourites', isFor: everybody },
  { id: 'shared', path: '/shared', isFor: everybody },
  { id: 'tasks', path: '/tasks', isFor: everybody },
  { id: 'trash', path: '/trash', isFor: everybody },
  { id: 'messages', path: '/personalCenter?tab=4', isFor: everybody },
  { id: 'profile', path: '/personalCenter', isFor: everybody, isOwnSetting: true },
  { id: 'security', path: '/personalCenter?tab=security', isFor: everybody, isOwnSetting: true },
  { id: 'keys', path: '/personalCenter?tab=keys', isFor: everybody, isOwnSetting: true },
  { id: 'devices', path: '/personalCenter?tab=devices', isFor: everybody, isOwnSetting: true },
  { id: 'settings', path: '/systemConfig', isFor: administrators },
]
