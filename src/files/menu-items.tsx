import type { MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { verdictWords } from '../rights/verdict.ts'
import { shortcutHere } from '../widgets/shortcut.ts'
import type { ActionContext } from './action-context.ts'
import { actions } from './actions/index.ts'

/** The actions as menu entries; a refused action shows the reason. */
export function useMenuItems(context: ActionContext): NonNullable<MenuProps['items']> {
  const { t } = useTranslation()
  return actions
    .filter((action) => action.isVisible(context))
    .map((action) => {
      const refusal = action.refusal(context)
      return {
        key: action.name,
        icon: <span aria-hidden="true">{action.icon}</span>,
        danger: action.isDanger === true,
        disabled: refusal !== null,
        title: refusal ? verdictWords(t, refusal) : '',
        label: (
          <span className="menu-line">
            {t(`files.actions.${action.name}`)}
            <kbd>{action.shortcut && shortcutHere(action.shortcut)}</kbd>
          </span>
        ),
        onClick: () => void action.run(context),
      }
    })
}
