import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { audit } from '#contract/audit.ts'
import { addressOf } from '#providers/address.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { AuditDays, AuditSkeleton } from '../../audit/AuditDays.tsx'
import { Empty } from '../../widgets/Empty.tsx'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditVerdict, useAuditVerify } from './AuditVerdict.tsx'
import { askedOf, useAuditFilter } from './use-audit-filter.ts'
import './audit.css'

/** The audit log of accounts and settings, newest first, grouped by day. */
export default function Audit() {
  const { t } = useTranslation()
  const { filter, setFilter, clear } = useAuditFilter()
  const { verdict, isBusy, verify, close } = useAuditVerify()
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    ...byPages((after) => call(audit.list, { ...askedOf(filter), ...after }, { quiet: true })),
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flatMap((page) => page.list) ?? []
  const isFiltered = Object.keys(filter).length > 0
  return (
    <section className="audit-page" aria-label={t('audit.title')}>
      <AuditFilters filter={filter} onChange={setFilter} onClear={clear}>
        <Button icon={<SafetyCertificateOutlined />} loading={isBusy} onClick={verify}>
          {isBusy ? t('audit.verifying') : t('audit.verify')}
        </Button>
        <Button icon={<DownloadOutlined />} href={addressOf(audit.export, askedOf(filter))} download>
          {t('audit.export')}
        </Button>
      </AuditFilters>
      <div role="status">{verdict && <AuditVerdict verdict={verdict} onClose={close} />}</div>
      {query.isLoading ? (
        <AuditSkeleton />
      ) : query.isError && entries.length === 0 ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : entries.length > 0 ? (
        <AuditDays entries={entries} isStale={query.isPlaceholderData} />
      ) : (
        <Empty
          title={isFiltered ? t('audit.noHit') : t('audit.none')}
          hint={isFiltered ? t('audit.noHitHint') : t('audit.noneHint')}
        >
          {isFiltered && <Button onClick={clear}>{t('common.clear')}</Button>}
        </Empty>
      )}
      {entries.length > 0 && (
        <div className="audit-more num">
          <span>
            {query.hasNextPage
              ? t('audit.shown', { count: entries.length })
              : t('audit.shownAll', { count: entries.length })}
          </span>
          <MoreButton query={query} label={t('audit.more')} />
        </div>
      )}
    </section>
  )
}
