import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Approval, approvals } from '#contract/approvals.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatExact } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import type { Address } from './address.ts'
import type { Verdict } from './answer.tsx'
import { Outcome } from './columns.tsx'

type Props = { address: Address; onAnswer: (verdict: Verdict) => void }

/** One request in a drawer: its details and the answer to it. */
export function ShowApproval({ address, onAnswer }: Props) {
  const { t } = useTranslation()
  const { open: id, close } = address
  const query = useQuery({
    queryKey: ['approvals', 'one', id],
    queryFn: () => call(approvals.show, { id: id ?? '' }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
  })
  const { data } = query
  const buttons = data?.state === 'pending' && (
    <div className="approval-buttons">
      <Button danger onClick={() => onAnswer({ isPassed: false, requests: [data] })}>
        {t('approvals.reject')}
      </Button>
      <Button type="primary" onClick={() => onAnswer({ isPassed: true, requests: [data] })}>
        {t('approvals.pass')}
      </Button>
    </div>
  )
  return (
    <Drawer
      title={t('approvals.detail')}
      open={id !== undefined}
      onClose={close}
      size={560}
      footer={buttons || undefined}
      destroyOnHidden
    >
      {data ? (
        <Properties approval={data} />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <PropertiesSkeleton />
      )}
    </Drawer>
  )
}

function Properties({ approval }: { approval: Approval }) {
  const { t, i18n } = useTranslation()
  const { kind, state, space, applicant, reason, size, sizeNow, granted, usedBytes } = approval
  const gb = (value: number) => t('approvals.gb', { size: value })
  return (
    <div className="approval-properties num">
      <header>
        <h3>{space.name}</h3>
        <span className="tag">{t(`approvals.kinds.${kind}`)}</span>
      </header>
      {state !== 'pending' && <Answered approval={approval} />}
      <dl className="record-properties">
        <Property label={t('approvals.identifier')}>{space.identifier}</Property>
        <Property label={t('approvals.type')}>
          {space.type ? t(`home.types.${space.type}`) : t('approvals.spaceGone')}
        </Property>
        <Property label={t('approvals.introduction')} isWide>
          {space.introduction || t('approvals.noIntroduction')}
        </Property>
        <Property label={t('approvals.sizeAsked')}>{gb(size)}</Property>
        {state === 'passed' && <Property label={t('approvals.granted')}>{gb(granted)}</Property>}
        {kind === 'capacity' && <Property label={t('approvals.sizeNow')}>{gb(sizeNow)}</Property>}
        {kind === 'capacity' && <Property label={t('approvals.usedLabel')}>{formatBytes(usedBytes)}</Property>}
        <Property label={t('approvals.columns.reason')} isWide>
          {reason || t('approvals.noReason')}
        </Property>
      </dl>
      <dl className="record-properties">
        <Property label={t('approvals.columns.applicant')}>{applicant.personName}</Property>
        {applicant.emailAccounts && <Property label={t('approvals.email')}>{applicant.emailAccounts}</Property>}
        {applicant.unit && <Property label={t('approvals.unit')}>{applicant.unit}</Property>}
        <Property label={t('approvals.columns.asked')}>{formatExact(approval.askedAt, i18n.language)}</Property>
      </dl>
    </div>
  )
}

function Answered({ approval }: { approval: Approval }) {
  const { t, i18n } = useTranslation()
  const { answeredAt, answeredBy } = approval
  return (
    <div className="approval-answered">
      <Outcome approval={approval} />
      <small>
        {t('approvals.by')}{' '}
        {[answeredBy, answeredAt && formatExact(answeredAt, i18n.language)].filter(Boolean).join(' · ')}
      </small>
    </div>
  )
}
