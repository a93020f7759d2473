import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { passesGate } from '#contract/core/policy.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { usePublicationCounts } from '#providers/reviews.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { type Address, type PublicationTab, useAddress } from './address.ts'
import { PublicationRecords } from './records.tsx'
import { Reviewers } from './reviewers.tsx'
import { StartPublishing } from './start-publishing.tsx'

const STATES = ['draft', 'pending', 'rejected', 'published', 'withdrawn'] as const

/** The caller's own publications by state, and for reviewers what waits for them. */
export default function Publications() {
  const { t } = useTranslation()
  const address = useAddress()
  useTitle(t('publications.title'))
  const isAdmin = passesGate(actorOf(useUser()), 'admin')
  const [isNaming, setNaming] = useState(false)
  const data = usePublicationCounts()
  const isReviewer = data?.queue !== undefined && data.queue !== null
  const tab = address.view.tab ?? (isReviewer && data.queue ? 'queue' : 'draft')
  const titleOf = (key: PublicationTab) => {
    if (key === 'queue') return t('publications.queue')
    return key === 'transfers' ? t('publications.transfersTab') : t(`publications.states.${key}`)
  }
  const tabs = [
    ...(isReviewer ? [{ key: 'queue' as const, count: data.queue ?? 0 }] : []),
    ...STATES.map((key) => ({ key, count: data?.mine[key] ?? 0 })),
    ...(isAdmin ? [{ key: 'transfers' as const, count: 0 }] : []),
  ].filter(({ key, count }) => key !== 'withdrawn' || count > 0 || tab === key)
  return (
    <div className="publications-page page">
      <div className="page-head">
        <div>
          <h1>{t('publications.title')}</h1>
          <p>{t('publications.hint')}</p>
        </div>
        {isAdmin && (
          <div className="right">
            <Button onClick={() => setNaming(true)}>{t('publications.reviewers.title')}</Button>
          </div>
        )}
      </div>
      <nav className="record-tabs" aria-label={t('publications.title')}>
        {tabs.map(({ key, count }) => (
          <Link key={key} to={address.tabPath(key)} aria-current={key === tab ? 'page' : undefined}>
            {titleOf(key)}
            {count > 0 && <span className="num">{count}</span>}
          </Link>
        ))}
      </nav>
      <Tab key={tab} tab={tab} address={address} />
      {isAdmin && <Reviewers isOpen={isNaming} onClose={() => setNaming(false)} />}
    </div>
  )
}

function Tab({ tab, address }: { tab: PublicationTab; address: Address }) {
  const { t } = useTranslation()
  const { q } = address.view
  const isOwn = tab !== 'queue' && tab !== 'transfers'
  const read = (after: { after?: string }) => {
    if (tab === 'queue') return call(publications.queue, after, { quiet: true })
    if (tab === 'transfers') return call(publications.transfers, after, { quiet: true })
    return call(publications.mine, { state: tab, ...(q && { q }), ...after }, { quiet: true })
  }
  const texts = {
    queue: { title: t('publications.queueEmpty'), hint: t('publications.queueEmptyHint') },
    transfers: { title: t('publications.transfersNone'), hint: t('publications.transfersNoneHint') },
  }
  return (
    <>
      {isOwn && (
        <FilterRow onClear={null}>
          <SearchField q={q} label={t('publications.search')} onSearch={(text) => address.setView({ q: text })} />
        </FilterRow>
      )}
      <PublicationRecords
        address={address}
        queryKey={[tab, q]}
        read={read}
        kind={tab === 'transfers' ? 'transfers' : 'all'}
        empty={isOwn ? <StartPublishing title={t(`publications.noneOf.${tab}`)} /> : <Empty {...texts[tab]} />}
      />
    </>
  )
}
