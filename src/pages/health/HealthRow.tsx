import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HealthCheck } from '#contract/health.ts'
import { formatDateTime, formatExact } from '../../widgets/format.ts'

/** One check: its state, what was found, and what to do. */
export function HealthRow({ check }: { check: HealthCheck }) {
  const { t, i18n } = useTranslation()
  const { name, state, since, said, advice, link, details } = check
  return (
    <li data-state={state}>
      <span className="health-state">{t(`health.states.${state}`)}</span>
      <div>
        <h2>{name}</h2>
        <p>{said}</p>
        {advice && (
          <p className="health-advice">
            {advice} {link && <Link to={link}>{t('health.mend')}</Link>}
          </p>
        )}
        {details.length > 0 && (
          <details>
            <summary>{t('health.details')}</summary>
            <ul>
              {details.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <time className="num" dateTime={since} title={formatExact(since, i18n.language)}>
        {t('health.since', { at: formatDateTime(since, i18n.language) })}
      </time>
    </li>
  )
}
