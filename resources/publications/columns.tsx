import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import type { PublicationRecord } from '#contract/publications.ts'
import { formatBytes, formatCount, formatDateTime } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'

const looks = { draft: '', pending: 'warn', rejected: 'bad', published: 'good', withdrawn: '' } as const
type PathOf = (id: string) => To

/** The state of a version; of a submission that is on its way between two sites, how far it is. */
export function State({ record: { state, transfer, reviewer, institution, sender } }: { record: PublicationRecord }) {
  const { t } = useTranslation()
  if (state === 'pending' && transfer === 'failed')
    return <span className="tag bad">{t('publications.transfers.failed')}</span>
  if (state === 'pending' && transfer === 'transmitting' && (institution || sender))
    return <span className="tag">{t('publications.transfers.transmitting')}</span>
  const isReviewed = state === 'pending' && reviewer
  return (
    <span className={`tag ${looks[state]}`}>
      {isReviewed ? t('publications.inReview') : t(`publications.states.${state}`)}
    </span>
  )
}

/** The state of a version, with why its transfer failed. */
function StateWithCause({ record }: { record: PublicationRecord }) {
  const { state, transfer, transferMessage } = record
  if (state !== 'pending' || transfer !== 'failed') return <State record={record} />
  return (
    <span className="record-two publication-cause">
      <span>
        <State record={record} />
      </span>
      <small title={transferMessage}>{transferMessage}</small>
    </span>
  )
}

/** The title of a version, or a placeholder while it has none. */
export function useTitleOf() {
  const { t } = useTranslation()
  return ({ title }: Pick<PublicationRecord, 'title'>) => title || t('publications.untitled')
}

/** Whose versions a list has: those of one space, of many, or those that go to institutions. */
export type ListKind = 'space' | 'all' | 'transfers'

/** The columns of a list; the title opens a version. */
export function useColumns(pathOf: PathOf, kind: ListKind): Column<PublicationRecord>[] {
  const { t, i18n } = useTranslation()
  const titleOf = useTitleOf()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const space: Column<PublicationRecord> = {
    key: 'space',
    label: t('publications.space'),
    render: ({ space: one, sender }) => {
      if (sender) return <span className="tag">{t('publications.sentBy', { name: sender.name })}</span>
      return one?.name ? <span title={one.name}>{one.name}</span> : <Dash />
    },
  }
  const template: Column<PublicationRecord> = {
    key: 'template',
    label: t('publications.template'),
    render: ({ template: names }) => names[lang] || names.zh || <Dash />,
  }
  const institution: Column<PublicationRecord> = {
    key: 'institution',
    label: t('publications.institution'),
    render: ({ institution: one }) => (one ? <span title={one.name}>{one.name}</span> : <Dash />),
  }
  return [
    {
      key: 'title',
      label: t('publications.name'),
      render: (record) => (
        <span className="record-two">
          <Link className="records-open" to={pathOf(record.id)} state={{ isLayer: true }} title={titleOf(record)}>
            {titleOf(record)}
          </Link>
          <small>
            V{record.number} · {t(`publications.types.${record.resourceType}`)}
          </small>
        </span>
      ),
    },
    { key: 'state', label: t('publications.state'), render: (record) => <StateWithCause record={record} /> },
    ...(kind === 'space' ? [] : [space]),
    kind === 'transfers' ? institution : template,
    {
      key: 'size',
      label: t('publications.size'),
      isNumeric: true,
      render: ({ fileCount, sizeBytes }) =>
        fileCount ? (
          <span className="record-two">
            {formatBytes(sizeBytes)}
            <small>{t('publications.files', { count: fileCount, shown: formatCount(fileCount, i18n.language) })}</small>
          </span>
        ) : (
          <Dash />
        ),
    },
    {
      key: 'changed',
      label: t('publications.changed'),
      isNumeric: true,
      render: ({ changedAt }) => <time dateTime={changedAt}>{formatDateTime(changedAt, i18n.language)}</time>,
    },
  ]
}

/** A version as a card, for screens too narrow for rows. */
export function PublicationCard({ record, path }: { record: PublicationRecord; path: To }) {
  const { t, i18n } = useTranslation()
  const titleOf = useTitleOf()
  const from = record.sender ? t('publications.sentBy', { name: record.sender.name }) : record.space?.name
  const to = record.state === 'pending' ? record.institution?.name : undefined
  return (
    <div className="record-card">
      <Link className="records-open" to={path} state={{ isLayer: true }}>
        {titleOf(record)}
      </Link>
      <small>{[`V${record.number}`, from, to].filter(Boolean).join(' · ')}</small>
      <p className="num">
        <StateWithCause record={record} />
        <time dateTime={record.changedAt}>{formatDateTime(record.changedAt, i18n.language)}</time>
      </p>
    </div>
  )
}
