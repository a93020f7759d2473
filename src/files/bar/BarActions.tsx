import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '#widgets/viewport.ts'
import type { ActionContext } from '../action-context.ts'
import { actions } from '../actions/index.ts'
import { useMenuItems } from '../menu-items.tsx'
import { ActionButton } from './ActionButton.tsx'
import { useFit } from './use-fit.ts'

/** The actions of the bar, as many as fit, and the menu that has all of them. */
export function BarActions({ context }: { context: ActionContext }) {
  const { t, i18n } = useTranslation()
  const items = useMenuItems(context)
  const bar = useRef<HTMLDivElement>(null)
  const wanted = actions.filter((action) => action.bar && action.isVisible(context))
  // On a narrow screen the menu fits on neither side of its button: it is shifted below it.
  const placement = useNarrow() ? 'bottom' : 'bottomLeft'
  const count = useFit(bar, `${i18n.language} ${wanted.map(({ name }) => name).join(' ')}`)
  return (
    <div className="bar-actions" ref={bar}>
      {wanted.slice(0, count).map((action) => (
        <ActionButton key={action.name} action={action} context={context} />
      ))}
      <Dropdown menu={{ items }} trigger={['click']} placement={placement} classNames={{ root: 'context-menu' }}>
        <Button type="text" icon={<EllipsisOutlined />} aria-label={t('files.more')} />
      </Dropdown>
    </div>
  )
}
