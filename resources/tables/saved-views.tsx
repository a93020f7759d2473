import { PlusOutlined, SaveOutlined } from '@ant-design/icons'
import { App, Button, Checkbox, Dropdown, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SavedView, tables } from '#contract/tables.ts'
import { call, sentenceOf } from '#providers/call.ts'
import type { TableContext } from './context.ts'
import { useTableRenewal } from './use-table.ts'

/** Views of a table: one’s own, and those of everybody who sees the table. */
export function SavedViews({ context: { table, view, mayEdit } }: { context: TableContext }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useTableRenewal(table)
  const asked = { spaceId: table.spaceId, id: table.id }
  const run = (work: Promise<unknown>) =>
    work.then(renew, (failure: unknown) => void message.error(sentenceOf(failure)))
  function save() {
    let [name, isShared] = ['', false]
    modal.confirm({
      title: t('tables.views.save'),
      icon: null,
      content: (
        <div className="view-save">
          <Input
            autoFocus
            aria-label={t('tables.views.name')}
            placeholder={t('tables.views.name')}
            onChange={({ target }) => (name = target.value)}
          />
          {mayEdit && (
            <Checkbox onChange={({ target }) => (isShared = target.checked)}>{t('tables.views.share')}</Checkbox>
          )}
        </div>
      ),
      okText: t('tables.views.keep'),
      cancelText: t('common.cancel'),
      onOk: () => run(call(tables.saveView, { ...asked, name, isShared, state: view.state }, { quiet: true })),
    })
  }
  const remove = (one: SavedView) => run(call(tables.removeView, { ...asked, view: one.id }, { quiet: true }))
  const items = [
    ...table.views.map((one) => ({
      key: one.id,
      label: one.name,
      extra: t(one.isShared ? 'tables.views.shared' : 'tables.views.own'),
      onClick: () => view.show(one.state),
    })),
    ...(table.views.length ? [{ type: 'divider' as const }] : []),
    { key: 'save', icon: <SaveOutlined />, label: t('tables.views.save'), onClick: save },
    ...(table.views.some(({ isMine }) => isMine)
      ? [
          {
            key: 'remove',
            icon: <PlusOutlined rotate={45} />,
            label: t('tables.views.remove'),
            children: table.views
              .filter(({ isMine }) => isMine)
              .map((one) => ({ key: `remove ${one.id}`, label: one.name, onClick: () => void remove(one) })),
          },
        ]
      : []),
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text">{t('tables.views.title')}</Button>
    </Dropdown>
  )
}
