import { App, type MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DataSource, dataSources } from '#contract/data-sources.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useUser } from '#providers/session.ts'
import { SourceDrawer } from './form.tsx'

/** Its creator, and the owner of the space; the server checks the same. */
export function useMayChange(space: Space): (record: { maker: { personId: string } }) => boolean {
  const userId = useUser()?.userId
  return ({ maker }) => userId !== undefined && (userId === maker.personId || userId === space.owner.personId)
}

/** The actions on a data source, and the form that they open. */
export function useSourceMenu(space: Space, source: DataSource, onGone?: () => void) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const renew = useResourceRenewal('dataSources')
  const mayEdit = useMayChange(space)(source)
  const { id, name, imports } = source

  async function remove() {
    await call(dataSources.remove, { spaceId: space.id, id })
    void message.success(t('dataSources.remove.done', { name }))
    onGone?.()
    renew()
  }
  const ask = () =>
    modal.confirm({
      title: t('dataSources.remove.title', { name }),
      content: imports ? t('dataSources.remove.loses', { count: imports }) : t('dataSources.remove.hint'),
      okText: t('dataSources.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  const items: MenuProps['items'] = [
    { key: 'edit', label: t('dataSources.edit'), disabled: !mayEdit, onClick: () => setOpen(true) },
    { key: 'remove', label: t('dataSources.remove.button'), danger: true, disabled: !mayEdit, onClick: ask },
  ]
  const drawer = <SourceDrawer space={space} panel={isOpen ? { source } : null} onClose={() => setOpen(false)} />
  return { menu: { items }, drawer, mayEdit, edit: () => setOpen(true) }
}
