import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import type { Application } from '#contract/applications.ts'
import { formatDay } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'

export function State({ application: { isOnline } }: { application: Application }) {
  const { t } = useTranslation()
  return (
    <span className={`tag ${isOnline ? 'good' : ''}`}>
      {isOnline ? t('applications.enabled') : t('applications.disabled')}
    </span>
  )
}

/** The first day on which a grant ends, as the day of the grant that ends first. */
const firstEnd = ({ grants }: Application): string | undefined =>
  grants.flatMap(({ until }) => (until ? [until] : [])).toSorted()[0]

/** The columns of the list of applications; the name opens one. */
export function useColumns(pathOf: (row: Application) => To): Column<Application>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'name',
      label: t('applications.name.label'),
      render: (application) => (
        <span className="record-two">
          <Link className="records-open" to={pathOf(application)} state={{ isLayer: true }} title={application.name}>
            {application.name}
          </Link>
          <small className="num">{application.key}</small>
        </span>
      ),
    },
    { key: 'state', label: t('applications.state'), render: (application) => <State application={application} /> },
    {
      key: 'grants',
      label: t('applications.granted'),
      render: ({ grants }) => t('applications.groupCount', { count: grants.length }),
    },
    {
      key: 'until',
      label: t('applications.until'),
      render: (application) => {
        const end = firstEnd(application)
        return end ? <time dateTime={end}>{formatDay(end, i18n.language)}</time> : <Dash />
      },
    },
    {
      key: 'spaces',
      label: t('applications.spaces'),
      render: ({ spaceCount }) => <span className="num">{spaceCount}</span>,
    },
    {
      key: 'used',
      label: t('applications.lastUsed'),
      render: ({ lastUsedAt }) =>
        lastUsedAt ? <time dateTime={lastUsedAt}>{formatDay(lastUsedAt.slice(0, 10), i18n.language)}</time> : <Dash />,
    },
  ]
}

/** An application as a card, for screens too narrow for rows. */
export function ApplicationCard({ application, path }: { application: Application; path: To }) {
  const { t } = useTranslation()
  return (
    <div className="record-card">
      <Link className="records-open" to={path} state={{ isLayer: true }}>
        {application.name}
      </Link>
      <small>{application.contact}</small>
      <p>
        <State application={application} /> {t('applications.groupCount', { count: application.grants.length })}
      </p>
    </div>
  )
}
