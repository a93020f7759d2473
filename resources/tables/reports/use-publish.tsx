import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type ReportDetails, reports, savedChartsIn } from '#contract/reports.ts'
import { call } from '#providers/call.ts'

type Charts = ReportDetails['charts']

/**
 * Publishes the draft of a report. Readers see no unpublished charts of the space, so those on a board are asked about,
 * and published first. Answers whether the report was published. Throws what the calls throw; the shell shows it unless
 * they are quiet.
 */
export function usePublish({ quiet = false } = {}) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const show = (id: string) => call(reports.show, { id }, { quiet })
  const publish = ({ spaceId, id, version }: Pick<ReportDetails, 'spaceId' | 'id' | 'version'>) =>
    call(reports.publish, { spaceId, id, version, name: '' }, { quiet })
  const isWanted = (drafts: Charts) =>
    modal.confirm({
      title: t('reports.publishing.title', { count: drafts.length }),
      content: (
        <>
          {t('reports.publishing.means')}
          <ul className="publishing-charts">
            {drafts.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      ),
      okText: t('reports.publishing.button'),
      cancelText: t('common.cancel'),
    })

  return async (one: { id: string; version?: number }): Promise<boolean> => {
    const report = await show(one.id)
    const shown = new Set(savedChartsIn([report.draft]))
    const drafts = report.charts.filter(({ id, isPublished }) => !isPublished && shown.has(id))
    if (drafts.length && !(await isWanted(drafts))) return false
    for (const { id } of drafts) await publish(await show(id))
    await publish({ ...report, ...one })
    return true
  }
}
