import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import { formatBytes, formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'

const looks = { pending: 'warn', passed: 'good', rejected: 'bad', withdrawn: '' } as const
type Path = { search: string }

/** The columns of the pending requests or of the answered ones. */
export function useColumns(isOpen: boolean, pathOf: (approval: Approval) => Path): Column<Approval>[] {
  const { t } = useTranslation()
  const plain: Column<Approval>[] = [
    {
      key: 'space',
      label: t('approvals.columns.space'),
      render: (approval) => <SpaceCell approval={approval} path={pathOf(approval)} />,
    },
    {
      key: 'kind',
      label: t('approvals.columns.kind'),
      render: ({ kind }) => t(`approvals.kinds.${kind}`),
    },
    {
      key: 'applicant',
      label: t('approvals.columns.applicant'),
      render: (approval) => <ApplicantCell approval={approval} />,
    },
    {
      key: 'size',
      label: t('approvals.columns.size'),
      isNumeric: true,
      render: (approval) => <SizeCell approval={approval} />,
    },
  ]
  const asked: Column<Approval> = {
    key: 'asked',
    label: t('approvals.columns.asked'),
    isNumeric: true,
    render: ({ askedAt }) => <When at={askedAt} />,
  }
  const open: Column<Approval>[] = [
    {
      key: 'reason',
      label: t('approvals.columns.reason'),
      render: ({ reason }) => (reason ? <span title={reason}>{reason}</span> : <Dash />),
    },
    asked,
  ]
  const done: Column<Approval>[] = [
    {
      key: 'state',
      label: t('approvals.columns.state'),
      render: (approval) => <Outcome approval={approval} />,
    },
    asked,
    {
      key: 'answered',
      label: t('approvals.columns.answered'),
      isNumeric: true,
      render: ({ answeredAt, answeredBy }) => (
        <span className="record-two">
          {answeredBy}
          {answeredAt && <When at={answeredAt} />}
        </span>
      ),
    },
  ]
  return [...plain, ...(isOpen ? open : done)]
}

function SpaceCell({ approval: { space }, path }: { approval: Approval; path: Path }) {
  const { t } = useTranslation()
  return (
    <span className="record-two">
      <Link className="records-open" to={path} state={{ isLayer: true }} title={space.name}>
        {space.name}
      </Link>
      <small>
        {space.identifier} · {space.type ? t(`home.types.${space.type}`) : t('approvals.spaceGone')}
      </small>
    </span>
  )
}

function ApplicantCell({ approval: { applicant } }: { approval: Approval }) {
  const where = [applicant.unit, applicant.emailAccounts].filter(Boolean).join(' · ')
  return (
    <span className="record-two">
      {applicant.personName}
      <small title={where}>{where}</small>
    </span>
  )
}

/** The current capacity and use, to compare the requested size with; '' for a new space, which has none. */
export function roomOf({ kind, sizeNow, usedBytes }: Approval, t: TFunction): string {
  if (kind === 'space') return ''
  return [t('approvals.now', { size: sizeNow }), t('approvals.used', { used: formatBytes(usedBytes) })].join(' · ')
}

function SizeCell({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const isOpen = approval.state === 'pending'
  const note = isOpen ? roomOf(approval, t) : approval.granted ? t('approvals.given', { size: approval.granted }) : ''
  return (
    <span className="record-two">
      {t('approvals.gb', { size: approval.size })}
      {note && <small>{note}</small>}
    </span>
  )
}

/** The outcome of a request with the administrator's opinion. */
export function Outcome({ approval: { state, opinion } }: { approval: Approval }) {
  const { t } = useTranslation()
  return (
    <span className="record-two">
      <span>
        <span className={`tag ${looks[state]}`}>{t(`approvals.states.${state}`)}</span>
      </span>
      {opinion && <small title={opinion}>{opinion}</small>}
    </span>
  )
}

function When({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} title={formatExact(at, i18n.language)}>
      {formatDateTime(at, i18n.language)}
    </time>
  )
}

/** A request as a card, for screens too narrow for rows. */
export function ApprovalCard({ approval, path }: { approval: Approval; path: Path }) {
  const { t } = useTranslation()
  const { kind, state, space, applicant, size, reason, askedAt } = approval
  return (
    <div className="record-card">
      <Link className="records-open" to={path} state={{ isLayer: true }}>
        {space.name}
      </Link>
      <p className="num">
        <span>{t(`approvals.kinds.${kind}`)}</span>
        <span>{t('approvals.gb', { size })}</span>
        {state === 'pending' && <small>{roomOf(approval, t)}</small>}
        {state !== 'pending' && <span className={`tag ${looks[state]}`}>{t(`approvals.states.${state}`)}</span>}
      </p>
      {reason && <p className="reason">{reason}</p>}
      <small>
        {[applicant.personName, applicant.unit].filter(Boolean).join(' · ')} · <When at={askedAt} />
      </small>
    </div>
  )
}
