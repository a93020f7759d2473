import { App, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { tableTrashPath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { type TableRecord, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useKept } from '#providers/site.ts'
import { useOffer } from '../../src/widgets/use-offer.tsx'
import type { TablePanel } from './form.tsx'

/** The menu of a whole table. */
export function useTableMenu(
  space: Space,
  table: TableRecord,
  onPanel: (panel: TablePanel) => void,
  onGone?: () => void,
) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const offer = useOffer()
  const navigate = useNavigate()
  const { trashDays } = useKept()
  const renew = useResourceRenewal('tables')
  const actor = actorOf(useUser())
  const asked = { spaceId: space.id, id: table.id }
  const [mayEdit, mayDelete] = [can(actor, 'table.edit', space), can(actor, 'table.delete', space)]

  async function remove() {
    await call(tables.remove, asked)
    offer({
      said: t('tables.remove.done', { name: table.name }),
      label: t('tables.remove.show'),
      act: () => void navigate(tableTrashPath(space.id)),
    })
    onGone?.()
    renew()
  }
  const ask = () =>
    modal.confirm({
      title: t('tables.remove.title', { name: table.name }),
      content: t('tables.remove.loses', { count: table.rows, days: trashDays }),
      okText: t('tables.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  const items: MenuProps['items'] = [
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
      onClick: ask,
    },
  ]
  return { items }
}
