import { EllipsisOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { verdictWords } from '../../rights/verdict.ts'
import type { ActionContext } from '../action-context.ts'
import { actions } from '../actions/index.ts'
import { useMenuItems } from '../menu-items.tsx'

/** On a phone: what can be done with the selection, in one row within reach of the thumb. */
export function SelectionRow({ context }: { context: ActionContext }) {
  const { t } = useTranslation()
  const items = useMenuItems(context)
  const shown = actions.filter((action) => action.inRow && action.isVisible(context))
  return (
    <div className="selection-row" role="toolbar" aria-label={t('files.selectionActions')}>
      {shown.map((action) => {
        const refusal = action.refusal(context)
        return (
          <button
            key={action.name}
            type="button"
            data-danger={action.isDanger}
            disabled={refusal !== null}
            title={refusal ? verdictWords(t, refusal) : undefined}
            onClick={() => void action.run(context)}
          >
            <span aria-hidden="true">{action.icon}</span>
            {t(`files.actions.${action.name}`)}
          </button>
        )
      })}
      <Dropdown menu={{ items }} trigger={['click']} placement="topRight" classNames={{ root: 'context-menu' }}>
        <button type="button">
          <span aria-hidden="true">
            <EllipsisOutlined />
          </span>
          {t('files.more')}
        </button>
      </Dropdown>
    </div>
  )
}
