import type { TFunction } from 'i18next'
import type { PageAction } from '../../search/page-actions.ts'
import { shortcutHere } from '../../widgets/shortcut.ts'
import type { ActionContext } from '../action-context.ts'
import { actions } from './index.ts'

/** The currently available actions, offered in the search palette. */
export const pageActionsOf = (context: ActionContext, t: TFunction): PageAction[] =>
  actions
    .filter((action) => action.isVisible(context) && !action.refusal(context))
    .map(({ name, icon, shortcut, run }) => ({
      id: name,
      name: t(`files.actions.${name}`),
      icon,
      shortcut: shortcut && shortcutHere(shortcut),
      run: () => void run(context),
    }))
