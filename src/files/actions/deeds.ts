import type { TFunction } from 'i18next'
import type { Deed } from '../../search/deeds.ts'
import { shortcutHere } from '../../widgets/shortcut.ts'
import type { Desk } from '../desk.ts'
import { actions } from './index.ts'

/** What can be done now, for the search to offer. */
export const deedsOf = (desk: Desk, t: TFunction): Deed[] =>
  actions
    .filter((action) => action.isVisible(desk) && !action.refusal(desk))
    .map(({ name, icon, shortcut, run }) => ({
      ...{ id: name, name: t(`files.actions.${name}`), icon, shortcut: shortcut && shortcutHere(shortcut) },
      run: () => void run(desk),
    }))
