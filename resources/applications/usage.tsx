import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ApplicationDay, applications } from '#contract/applications.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatDay } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'

/** Days shown, the newest first. */
const DAYS = 30

const totalOf = (days: readonly ApplicationDay[], of: 'calls' | 'errors' | 'limited') =>
  days.reduce((sum, day) => sum + day[of], 0)

/** Calls and errors of the last days. */
export function Usage({ id }: { id: string }) {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['applications', id, 'days'],
    queryFn: () => call(applications.days, { id, days: String(DAYS) }, { quiet: true }),
  })
  return (
    <Loaded query={query} rows={4}>
      {(days) => {
        const used = days.filter(({ calls }) => calls > 0).toReversed()
        if (!used.length) return <p className="applications-intro">{t('applications.usage.none', { days: DAYS })}</p>
        return (
          <table className="usage num">
            <caption>
              {t('applications.usage.total', {
                days: DAYS,
                calls: totalOf(days, 'calls'),
                errors: totalOf(days, 'errors'),
              })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('applications.usage.day')}</th>
                <th scope="col">{t('applications.usage.calls')}</th>
                <th scope="col">{t('applications.usage.errors')}</th>
                <th scope="col">{t('applications.usage.limited')}</th>
                <th scope="col">{t('applications.usage.bytes')}</th>
              </tr>
            </thead>
            <tbody>
              {used.map(({ day, calls, errors, limited, bytes }) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day, i18n.language)}</th>
                  <td>{calls}</td>
                  <td>{errors}</td>
                  <td>{limited}</td>
                  <td>{formatBytes(bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }}
    </Loaded>
  )
}
