import { useTranslation } from 'react-i18next'
import type { DatasetView } from '#contract/pages/data.ts'
import { formatCount, formatDay } from '../../widgets/format.ts'
import { saidFirst } from './words.ts'

/** Important notices: withdrawn, not the newest version, files that are not open. */
export function Notices({ view }: { view: DatasetView }) {
  const { t } = useTranslation()
  const { version, versions } = view
  const newest = versions.findLast((line) => !line.isWithdrawn)
  const toNewest = newest && newest.number !== version.number && (
    <a href={`${view.page.replace(/\d+$/, '')}${newest.number}`}>{t('datasets.toNewest', { number: newest.number })}</a>
  )
  if (view.isPreview)
    return (
      <>
        <p className="form-note closed" role="status">
          <strong>{t('datasets.draft.title')}</strong> {t('datasets.draft.hint')}
        </p>
        <Terms view={view} />
      </>
    )
  if (version.state === 'withdrawn') return <Tombstone view={view}>{toNewest}</Tombstone>
  return (
    <>
      {!view.isCurrent && toNewest && (
        <p className="form-note closed" role="status">
          <strong>{t('datasets.older')}</strong> {toNewest}
        </p>
      )}
      <Terms view={view} />
    </>
  )
}

function Tombstone({ view: { version }, children }: { view: DatasetView; children: React.ReactNode }) {
  const { t, i18n } = useTranslation()
  const day = version.withdrawnAt && formatDay(version.withdrawnAt, i18n.language)
  return (
    <p className="form-note closed" role="status">
      <strong>{t('datasets.withdrawn', { day })}</strong> {t('datasets.withdrawnHint')}
      {version.withdrawnReason && <span>{t('datasets.reason', { reason: version.withdrawnReason })}</span>}
      {children}
    </p>
  )
}

/** Why the files are not here, and what can be done about it. */
function Terms({ view }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const { until, terms } = view.version.metadata.access
  if (view.isGranted || (view.access === 'open' && !view.isOnRequest)) return null
  const { restrictedFiles } = view.version
  return (
    <p className="form-note closed" role="status">
      <strong>
        {view.access === 'open'
          ? t('datasets.someRestricted', { count: restrictedFiles, files: formatCount(restrictedFiles, i18n.language) })
          : t(`datasets.access.${view.access}`)}
      </strong>{' '}
      {view.access === 'embargo' && t('datasets.embargoUntil', { day: until && formatDay(until, i18n.language) })}
      {(view.access === 'restricted' || view.access === 'closed') && t(`datasets.accessHint.${view.access}`)}
      {saidFirst(terms, i18n.language)
        .slice(0, 1)
        .map(({ language, text }) => (
          <span key={language} lang={language} dir="auto">
            {text}
          </span>
        ))}
    </p>
  )
}
