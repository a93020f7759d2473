import type { TFunction } from 'i18next'
import type { PageAction } from '../../search/page-actions.ts'
import { shortcutHere } from '../../widgets/shortcut.ts'
import type { ActionContext } from '../action-context.ts'
import { actions } from './index.ts'

/** What can be done now, for the search to offer. */
export const pageActionsOf = (context: ActionContext, t: TFunction): PageAction[] =>
  actions
    .filter((action) => action.isVisible(context) && !action.refusal(context))
    .map(({ name, icon, shortcut, run }) => ({
      ...{ id: name, name: t(`files.actions.${name}`), icon, shortcut: shortcut && shortcutHere(shortcut) },
      run: () => void run(context),
    }))
