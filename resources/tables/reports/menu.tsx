import { App, type MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type ReportRecord, reports } from '#contract/reports.ts'
import { shares } from '#contract/shares.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { ShareDialog } from '../../../src/shares/index.ts'
import { ReportForm } from './form.tsx'
import { usePublish } from './use-publish.tsx'

/** Whether somebody may change a report: its maker, and those who may edit tables. */
export function useMayEdit(space: Space | undefined, report: Pick<ReportRecord, 'maker'> | undefined): boolean {
  const actor = actorOf(useUser())
  if (!space || !report || !can(actor, 'table.create', space)) return false
  return report.maker.personId === actor?.id || can(actor, 'table.edit', space)
}

/** The menu of a whole report, and the dialogs it opens. */
export function useReportMenu(space: Space, report: ReportRecord, onGone?: () => void) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const renew = useResourceRenewal('reports')
  const renewOpen = useResourceRenewal('report')
  const mayEdit = useMayEdit(space, report)
  const mayMake = can(actorOf(useUser()), 'table.create', space)
  const publishReport = usePublish()
  const one = { spaceId: space.id, id: report.id }

  async function copy() {
    const { draft, published } = await call(reports.show, { id: report.id })
    const content = draft ?? published
    if (!content) return
    const name = t('reports.copyOf', { name: report.name })
    await call(reports.create, { spaceId: space.id, name, description: report.description, content })
    void message.success(t('reports.done.copy', { name }))
    renew()
  }
  async function publish() {
    if (!(await publishReport({ id: report.id }))) return
    void message.success(t('reports.done.publish', { name: report.name }))
    renew()
    renewOpen()
  }
  async function withdraw() {
    await call(reports.withdraw, one)
    void message.success(t('reports.done.withdraw', { name: report.name }))
    renew()
  }
  async function remove() {
    await call(reports.remove, one)
    void message.success(t('reports.done.remove', { name: report.name }))
    onGone?.()
    renew()
  }
  async function askRemove() {
    const { usedBy } = await call(reports.show, { id: report.id })
    const names = usedBy.map(({ name }) => name).join(t('tables.comma'))
    modal.confirm({
      title: t('reports.remove.title', { name: report.name }),
      content: names ? t('reports.remove.breaks', { names }) : t('reports.remove.hint'),
      okText: t('tables.remove.button'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      // The shell shows a refusal.
      onOk: () => remove().catch(renew),
    })
  }
  const items: MenuProps['items'] = [
    { key: 'edit', label: t('dataViews.editInfo'), disabled: !mayEdit, onClick: () => setOpen(true) },
    { key: 'copy', label: t('reports.copy'), disabled: !mayMake, onClick: () => void copy().catch(renew) },
    ...(report.publishedAt === null || report.isChanged
      ? [
          {
            key: 'publish',
            label: t('reports.publish'),
            disabled: !mayEdit,
            onClick: () => void publish().catch(renew),
          },
        ]
      : []),
    ...(report.publishedAt
      ? [
          {
            key: 'withdraw',
            label: t('reports.withdraw'),
            disabled: !mayEdit,
            onClick: () => void withdraw().catch(renew),
          },
        ]
      : []),
    {
      key: 'share',
      label: t('reports.share'),
      disabled: report.publishedAt === null,
      onClick: () => setSharing(true),
    },
    {
      key: 'remove',
      label: t('tables.remove.button'),
      danger: true,
      disabled: !mayEdit,
      onClick: () => void askRemove().catch(renew),
    },
  ]
  const layers = (
    <>
      {isOpen && <ReportForm space={space} reportId={report.id} onClose={() => setOpen(false)} />}
      {isSharing && (
        <ShareDialog
          title={report.name}
          count={1}
          isBoxOffered={false}
          isBoard
          notice={<p className="form-note">{t('reports.shareHint')}</p>}
          make={({ days, way, password, mayEmbed, mayFilter }) =>
            call(shares.makeBoard, { reportId: report.id, days, way, password, mayEmbed, mayFilter }, { quiet: true })
          }
          onClose={() => setSharing(false)}
        />
      )}
    </>
  )
  return { menu: { items }, layers, mayEdit, publish: () => void publish().catch(renew) }
}
