import type { TFunction } from 'i18next'
import type { Desk } from '../desk.ts'
import { actions } from './index.ts'

/** What the bar of the preview offers for the one file that is shown. */
export const previewControls = (desk: Desk, t: TFunction) =>
  actions
    .filter((action) => action.inPreview && action.isVisible(desk))
    .map((action) => ({
      id: action.name,
      label: t(`files.actions.${action.name}`),
      icon: action.icon,
      refusal: action.refusal(desk),
      run: () => void action.run(desk),
    }))
