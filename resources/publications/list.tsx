import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { passesGate } from '#contract/core/policy.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { type Address, type PublicationTab, useAddress } from './address.ts'
import { PublicationRecords } from './records.tsx'
import { Reviewers } from './reviewers.tsx'

const STATES = ['draft', 'pending', 'rejected', 'published', 'withdrawn'] as const

/** The caller's own publications by state, and for reviewers what waits for them. */
export default function Publications() {
  const { t } = useTranslation()
  const address = useAddress()
  useTitle(t('publications.title'))
  const isAdmin = passesGate(actorOf(useUser()), 'admin')
  const [isNaming, setNaming] = useState(false)
  const { data } = useQuery({
    queryKey: ['publications', 'counts'],
    queryFn: () => call(publications.counts, {}, { quiet: true, aside: true }),
  })
  const isReviewer = data?.queue !== undefined && data.queue !== null
  const tab = address.view.tab ?? (isReviewer && data.queue ? 'queue' : 'draft')
  const tabs = [
    ...(isReviewer ? [{ key: 'queue' as const, count: data.queue ?? 0 }] : []),
    ...STATES.map((key) => ({ key, count: data?.mine[key] ?? 0 })),
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
            {key === 'queue' ? t('publications.queue') : t(`publications.states.${key}`)}{' '}
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
  const isQueue = tab === 'queue'
  const read = (after: { after?: string }) =>
    isQueue
      ? call(publications.queue, after, { quiet: true })
      : call(publications.mine, { state: tab, ...(q && { q }), ...after }, { quiet: true })
  const texts = isQueue
    ? { title: t('publications.queueEmpty'), hint: t('publications.queueEmptyHint') }
    : { title: t('publications.none'), hint: t('publications.mineHint') }
  return (
    <>
      {!isQueue && (
        <SearchField q={q} label={t('publications.search')} onSearch={(text) => address.setView({ q: text })} />
      )}
      <PublicationRecords address={address} queryKey={[tab, q]} read={read} hasSpace empty={<Empty {...texts} />} />
    </>
  )
}
