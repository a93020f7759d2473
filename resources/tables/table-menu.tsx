import { App, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { type TableRecord, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { actorOf, useUser } from '#providers/session.ts'
import type { TablePanel } from './form.tsx'

/** The menu of a whole table. */
export function useTableMenu(
  space: Space,
  table: TableRecord,
  onPanel: (panel: TablePanel) => void,
  onGone?: () => void,
) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const renew = useResourceRenewal('tables')
  const actor = actorOf(useUser())
  const asked = { spaceId: space.id, id: table.id }
  const [mayEdit, mayDelete] = [can(actor, 'table.edit', space), can(actor, 'table.delete', space)]

  async function putBack() {
    await call(tables.putBack, asked)
    void message.success(t('tables.putBack.done', { name: table.name }))
    renew()
  }
  async function remove(isForever: boolean) {
    await call(tables.remove, { ...asked, isForever })
    void message.success(t(isForever ? 'tables.purge.done' : 'tables.remove.done', { name: table.name }))
    onGone?.()
    renew()
  }
  const ask = (way: 'remove' | 'purge') =>
    modal.confirm({
      title: t(`tables.${way}.title`, { name: table.name }),
      content: t(`tables.${way}.loses`, { count: table.rows }),
      okText: t(`tables.${way}.button`),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove(way === 'purge').catch(renew),
    })
  const items: MenuProps['items'] = table.trashedAt
    ? [
        {
          key: 'putBack',
          label: t('tables.putBack.button'),
          disabled: !mayDelete,
          onClick: () => void putBack().catch(renew),
        },
        {
          key: 'purge',
          label: t('tables.purge.button'),
          danger: true,
          disabled: !mayDelete,
          onClick: () => ask('purge'),
        },
      ]
    : [
        { key: 'edit', label: t('tables.edit'), disabled: !mayEdit, onClick: () => onPanel({ kind: 'edit', table }) },
        {
          key: 'copy',
          label: t('tables.copy'),
          disabled: !can(actor, 'table.create', space),
          onClick: () => onPanel({ kind: 'copy', table }),
        },
        {
          key: 'move',
          label: t('tables.move'),
          disabled: !mayDelete,
          onClick: () => onPanel({ kind: 'move', table }),
        },
        { key: 'lineage', label: t('dataViews.lineage.title'), onClick: () => onPanel({ kind: 'lineage', table }) },
        {
          key: 'remove',
          label: t('tables.remove.button'),
          danger: true,
          disabled: !mayDelete,
          onClick: () => ask('remove'),
        },
      ]
  return { items }
}
