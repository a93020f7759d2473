import { App, type MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { dataViews, type ViewRecord } from '#contract/data-views.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { onDemand } from '../../../src/widgets/on-demand.tsx'
import { ViewDrawer } from './form.tsx'

const LineageDrawer = onDemand(() => import('./lineage.tsx'))
const VersionsDrawer = onDemand(() => import('./versions.tsx'))

/** The actions on a view, and the form that they open. */
export function useViewMenu(space: Space, view: ViewRecord, onGone?: () => void) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const [isVersions, setVersions] = useState(false)
  const [isLineage, showLineage] = useState(false)
  const renew = useResourceRenewal('dataViews')
  const actor = actorOf(useUser())
  const mayEdit =
    can(actor, 'table.create', space) && (view.maker.personId === actor?.id || can(actor, 'table.edit', space))

  async function remove() {
    await call(dataViews.remove, { spaceId: space.id, id: view.id })
    void message.success(t('dataViews.remove.done', { name: view.name }))
    onGone?.()
    renew()
  }
  async function ask() {
    const { usedBy } = await call(dataViews.show, { spaceId: space.id, id: view.id })
    const names = usedBy.map(({ name }) => name).join(t('tables.comma'))
    modal.confirm({
      title: t('dataViews.remove.title', { name: view.name }),
      content: names ? t('dataViews.remove.breaks', { names }) : t('dataViews.remove.hint'),
      okText: t('tables.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  }
  const items: MenuProps['items'] = [
    { key: 'edit', label: t('dataViews.editInfo'), disabled: !mayEdit, onClick: () => setOpen(true) },
    { key: 'versions', label: t('dataViews.versions.title'), onClick: () => setVersions(true) },
    { key: 'lineage', label: t('dataViews.lineage.title'), onClick: () => showLineage(true) },
    {
      key: 'remove',
      label: t('tables.remove.button'),
      danger: true,
      disabled: !mayEdit,
      onClick: () => void ask().catch(renew),
    },
  ]
  const drawer = (
    <>
      <ViewDrawer space={space} viewId={isOpen ? view.id : null} onClose={() => setOpen(false)} />
      <VersionsDrawer
        spaceId={space.id}
        id={view.id}
        mayEdit={mayEdit}
        isOpen={isVersions}
        onClose={() => setVersions(false)}
      />
      <LineageDrawer space={space} id={view.id} isOpen={isLineage} onClose={() => showLineage(false)} />
    </>
  )
  return { menu: { items }, drawer, mayEdit }
}
