import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contract/core/time.ts'
import { type TableRecord, tables } from '#contract/tables.ts'
import { call } from './call.ts'
import { useResourceRenewal } from './lists.ts'
import { useKept } from './site.ts'

type Trashed = Pick<TableRecord, 'id' | 'name' | 'rows'> & { spaceId: string }

/** Restores and permanently deletes tables that are in the trash, and tells how many days each stays there. */
export function useTrashedTables() {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { trashDays } = useKept()
  const renew = useResourceRenewal('tables')
  async function restore({ spaceId, id, name }: Trashed) {
    try {
      await call(tables.putBack, { spaceId, id })
      void message.success(t('tables.putBack.done', { name }))
    } finally {
      renew()
    }
  }
  const purge = ({ spaceId, id, name, rows }: Trashed) =>
    modal.confirm({
      title: t('tables.purge.title', { name }),
      content: t('tables.purge.loses', { count: rows }),
      okText: t('tables.purge.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call(tables.remove, { spaceId, id, isForever: true })
          void message.success(t('tables.purge.done', { name }))
        } finally {
          renew()
        }
      },
    })
  /** Whole days until it is deleted permanently. */
  const daysLeft = (trashedAt: string | null) =>
    Math.max(0, Math.ceil((Date.parse(trashedAt ?? '') - Date.now()) / DAY_MS + trashDays))
  return { trashDays, restore, purge, daysLeft }
}
