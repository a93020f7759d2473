import type { TFunction } from 'i18next'
import type { ActionContext } from '../action-context.ts'
import { actions } from './index.ts'

/** The actions in the preview's toolbar for the shown file. */
export const previewControls = (context: ActionContext, t: TFunction) =>
  actions
    .filter((action) => action.inPreview && action.isVisible(context))
    .map((action) => ({
      id: action.name,
      label: t(`files.actions.${action.name}`),
      icon: action.icon,
      refusal: action.refusal(context),
      run: () => void action.run(context),
    }))
