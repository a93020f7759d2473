import { useTranslation } from 'react-i18next'
import type { DatasetView, PageData } from '#contract/pages/data.ts'
import { loadMore } from '#providers/i18n.ts'
import { formatDay } from '../../widgets/format.ts'
import { pathWith } from '../addresses.ts'
import { part } from '../part.tsx'

type Props = { data: PageData; view: DatasetView }

const RequestForm = part<{ view: DatasetView }>(async () => {
  // Only the browser has texts to load.
  const [{ RequestForm }] = await Promise.all([
    import('./RequestForm.tsx'),
    import.meta.env.SSR ? undefined : loadMore(['errors']),
  ])
  return RequestForm
})
export const ready = () => RequestForm.ready()

/** Access to restricted files: sign in, request, wait, or see the answer. */
export function Request({ data: { user }, view }: Props) {
  const { t } = useTranslation()
  return (
    <section className="dataset-card dataset-request">
      <h2>{t('datasetAccess.title')}</h2>
      {view.isGranted ? (
        <Granted view={view} />
      ) : !user ? (
        <>
          <p className="quiet">{t('datasetAccess.lead')}</p>
          <a className="btn primary" href={pathWith('/login', { callback: view.page })}>
            {t('datasetAccess.signIn')}
          </a>
        </>
      ) : user.mustSetUp ? (
        <a className="btn primary" href="/personalCenter?tab=security">
          {t('datasetAccess.setUp')}
        </a>
      ) : (
        <>
          <Last view={view} />
          <RequestForm view={view} />
        </>
      )}
    </section>
  )
}

function Granted({ view: { request } }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  return (
    <p className="quiet" role="status">
      {t('datasetAccess.granted')}{' '}
      {request?.expiresOn && t('datasetAccess.until', { day: formatDay(request.expiresOn, i18n.language) })}
    </p>
  )
}

/** The result of the last request. */
function Last({ view: { request } }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const state = request?.state
  if (!state || state === 'granted' || state === 'withdrawn') return <p className="quiet">{t('datasetAccess.lead')}</p>
  const key = state === 'pending' ? 'waiting' : state
  const at = (state === 'pending' ? request.askedAt : request.answeredAt) ?? request.askedAt
  return (
    <p className="quiet" role="status">
      {t(`datasetAccess.${key}`, { day: formatDay(at, i18n.language) })}{' '}
      {request.opinion && t('datasetAccess.opinion', { reason: request.opinion })}
    </p>
  )
}
