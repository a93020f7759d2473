import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { verdictWords } from '../../rights/verdict.ts'
import { shortcutHere } from '../../widgets/shortcut.ts'
import type { ActionContext } from '../action-context.ts'
import type { Action } from '../actions/action.ts'

/** A button that runs an action; its hint says the shortcut, or why the action is refused. */
export function ActionButton({ action, context }: { action: Action; context: ActionContext }) {
  const { t } = useTranslation()
  const refusal = action.refusal(context)
  const why = refusal ? verdictWords(t, refusal) : ''
  const label = t(`files.actions.${action.name}`)
  return (
    <Tooltip
      rootClassName="bar-tip"
      title={why || (action.shortcut ? `${label} · ${shortcutHere(action.shortcut)}` : '')}
    >
      <Button
        type={action.bar === 'main' ? 'primary' : 'text'}
        icon={<span aria-hidden="true">{action.icon}</span>}
        aria-label={label}
        disabled={refusal !== null}
        onClick={() => void action.run(context)}
      >
        <span className="label">{label}</span>
      </Button>
    </Tooltip>
  )
}
