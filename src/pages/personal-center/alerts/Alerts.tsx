import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { boardPath } from '#contract/pages/paths.ts'
import type { MyAlert } from '#contract/reports/alert.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { AlertLine } from '../../../charts/AlertLine.tsx'
import { Empty } from '../../../widgets/Empty.tsx'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section } from '../parts.tsx'

const queryKey = ['reports', 'myAlerts']

/** The user's alerts on numbers of all charts and boards. */
export function Alerts() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery({ queryKey, queryFn: () => call(reports.myAlerts, {}, { quiet: true }) })
  const { run, problem } = useTask()
  const change = (act: () => Promise<unknown>) =>
    run(async () => {
      await act()
      await client.invalidateQueries({ queryKey })
    })
  const oneOf = ({ spaceId, reportId, id }: MyAlert) => ({ spaceId, id: reportId, alert: id })
  return (
    <Section title={t('account.parts.alerts')} hint={t('reports.alerts.mineHint')}>
      <Problem text={problem} />
      <Loaded query={query} rows={4}>
        {(alerts) =>
          alerts.length ? (
            <ul className="alert-list">
              {alerts.map((alert) => (
                <AlertLine
                  key={alert.id}
                  alert={alert}
                  place={<Place alert={alert} />}
                  onSwitch={
                    alert.report
                      ? (isOn) => change(() => call(reports.switchAlert, { ...oneOf(alert), isOn }, { quiet: true }))
                      : undefined
                  }
                  onRemove={() => change(() => call(reports.removeAlert, oneOf(alert), { quiet: true }))}
                />
              ))}
            </ul>
          ) : (
            <Empty title={t('reports.alerts.none')} />
          )
        }
      </Loaded>
    </Section>
  )
}

/** The chart or board of an alert, as far as the user may view it. */
function Place({ alert: { report, reportId } }: { alert: MyAlert }) {
  const { t } = useTranslation()
  if (!report) return <span>{t('reports.alerts.hidden')}</span>
  return (
    <span>
      <Link to={boardPath(reportId)}>{report.name}</Link> · {report.spaceName}
    </span>
  )
}
