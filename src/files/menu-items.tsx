import type { MenuProps } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { verdictWords } from '../rights/verdict.ts'
import { shortcutHere } from '../widgets/shortcut.ts'
import type { ActionContext } from './action-context.ts'
import type { Action } from './actions/action.ts'
import { actionGroups } from './actions/index.ts'

type Items = NonNullable<MenuProps['items']>

/** The actions as menu entries in groups; a refused action shows the reason. */
export function useMenuItems(context: ActionContext): Items {
  const { t } = useTranslation()
  const groups = actionGroups.flatMap((group) => {
    const shown = group.filter((action) => action.isVisible(context))
    return shown.length ? [shown.map((action) => entryOf(action, context, t))] : []
  })
  return groups.flatMap((group, at) => (at ? [{ type: 'divider' as const, key: `line ${at}` }, ...group] : group))
}

function entryOf(action: Action, context: ActionContext, t: TFunction): Items[number] {
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
}
