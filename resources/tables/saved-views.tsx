import { PlusOutlined, SaveOutlined } from '@ant-design/icons'
import { App, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SavedView, tables } from '#contract/tables.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'
import type { TableContext } from './context.ts'
import { NameDialog } from './name-dialog.tsx'
import { useTableRenewal } from './use-table.ts'
import { viewInUse } from './view-in-use.ts'

/** Views of a table: one’s own, and those of everybody who sees the table. */
export function SavedViews({ context: { table, view, mayEdit } }: { context: TableContext }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isNaming, setNaming] = useState(false)
  const renew = useTableRenewal(table)
  const inUse = viewInUse(table.views, view.state)
  const asked = { spaceId: table.spaceId, id: table.id }
  const removable = table.views.filter(({ isMine, isShared }) => isMine || (isShared && mayEdit))
  const kindOf = ({ isShared }: SavedView) => t(isShared ? 'tables.views.shared' : 'tables.views.own')
  const replacing = (name: string) => {
    const same = table.views.find((one) => one.isMine && one.name.toLowerCase() === name.toLowerCase())
    return same && t(same.isShared ? 'tables.views.replacesShared' : 'tables.views.replaces')
  }
  const remove = (one: SavedView) =>
    call(tables.removeView, { ...asked, view: one.id }, { quiet: true }).then(
      renew,
      (failure: unknown) => void message.error(sentenceOf(failure)),
    )
  const items = [
    ...table.views.map((one) => ({
      key: one.id,
      label: one.name,
      extra: kindOf(one),
      onClick: () => view.show(one.state),
    })),
    ...(table.views.length ? [{ type: 'divider' as const }] : []),
    { key: 'save', icon: <SaveOutlined />, label: t('tables.views.save'), onClick: () => setNaming(true) },
    ...(removable.length
      ? [
          {
            key: 'remove',
            icon: <PlusOutlined rotate={45} />,
            label: t('tables.views.remove'),
            children: removable.map((one) => ({
              key: `remove ${one.id}`,
              label: one.name,
              extra: kindOf(one),
              onClick: () => void remove(one),
            })),
          },
        ]
      : []),
  ]
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items, ...(inUse && { selectedKeys: [inUse.id] }) }}>
        <MenuButton type="text" className="view-in-use">
          <span title={inUse?.name}>
            {inUse ? t('tables.views.inUse', { name: inUse.name }) : t('tables.views.title')}
          </span>
        </MenuButton>
      </Dropdown>
      {isNaming && (
        <NameDialog
          title={t('tables.views.save')}
          label={t('tables.views.name')}
          share={mayEdit && t('tables.views.share')}
          isNeeded
          hint={replacing}
          onSave={async (named) => {
            await call(tables.saveView, { ...asked, ...named, state: view.state }, { quiet: true })
            renew()
            void message.success(t('tables.views.saved', { name: named.name }))
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
