import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { JOURNAL_WINDOW_DAYS } from '#contract/core/limits.ts'
import { type ActiveMember, type JournalEntry, journal } from '#contract/journal.ts'
import type { Space } from '#contract/spaces.ts'
import { addressOf } from '#providers/address.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { JournalFilters, MonthSwitch } from './filters.tsx'
import { JournalRow } from './row.tsx'
import { askedOf, NEWS_MAX, useActive, useEntries, useFresh, useJournalFilter } from './use-journal.ts'
import { dayOf } from './words.ts'
import './journal.css'

/** The activity in the space, newest first, one month at a time. */
export default function SpaceJournal({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { id: code = space.identifier } = useParams()
  const { filter, setFilter, clear } = useJournalFilter()
  const query = useEntries(space.id, filter)
  const mostActive = useActive(space.id)
  const active = mostActive.data ?? []
  const entries = query.data?.pages.flatMap((page) => page.list) ?? []
  const fresh = useFresh(space.id, filter, query.isPlaceholderData ? undefined : entries[0]?.id)
  const { month, ...narrow } = filter
  const isFiltered = Object.keys(narrow).length > 0
  return (
    <section className="journal" aria-label={t('journal.title')}>
      <div className="journal-top">
        <MonthSwitch month={month} since={space.createTime} onChange={(next) => setFilter({ month: next })} />
        <Button
          icon={<DownloadOutlined />}
          href={addressOf(journal.export, { id: space.id, ...askedOf(filter) })}
          download
        >
          {t('journal.export')}
        </Button>
        <JournalFilters filter={filter} people={peopleOf(active, entries)} onChange={setFilter} onClear={clear} />
      </div>
      <div className="journal-body">
        <div className="journal-list">
          <div role="status">
            {fresh.count > 0 && !query.isLoading && (
              <Button className="journal-fresh" type="primary" shape="round" size="small" onClick={fresh.show}>
                {fresh.count >= NEWS_MAX
                  ? t('journal.freshMany', { count: NEWS_MAX })
                  : t('journal.fresh', { count: fresh.count })}
              </Button>
            )}
          </div>
          {query.isLoading ? (
            <Skeletons />
          ) : query.isError && entries.length === 0 ? (
            <NotLoaded title={t('journal.failed')} error={query.error} onRetry={query.refetch} />
          ) : entries.length > 0 ? (
            <Days
              code={code}
              entries={entries}
              isStale={query.isPlaceholderData}
              onPerson={(personId) => setFilter({ personId })}
            />
          ) : isFiltered ? (
            <Empty title={t('journal.noHit')} hint={t('journal.noHitHint')}>
              <Button onClick={clear}>{t('journal.filters.clear')}</Button>
            </Empty>
          ) : (
            <Empty
              title={month ? t('journal.noneMonth') : t('journal.none')}
              hint={month ? t('journal.noneMonthHint') : t('journal.noneHint')}
            />
          )}
          {entries.length > 0 && <More query={query} count={entries.length} />}
        </div>
        <Active query={mostActive} chosen={filter.personId} onPerson={(personId) => setFilter({ personId })} />
      </div>
    </section>
  )
}

/** The people offered in the filter: the most active members and everybody in the loaded entries. */
function peopleOf(active: readonly ActiveMember[], entries: readonly JournalEntry[]) {
  const all = [...active, ...entries.flatMap(({ actor }) => (actor ? [actor] : []))]
  return [...new Map(all.map((person) => [person.personId, person])).values()]
}

type DaysProps = {
  code: string
  entries: readonly JournalEntry[]
  isStale: boolean
  onPerson: (personId: string) => void
}

function Days({ code, entries, isStale, onPerson }: DaysProps) {
  const { t, i18n } = useTranslation()
  const now = new Date()
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString())
  return (
    <div className="journal-days" aria-busy={isStale}>
      {[...days].map(([day, list]) => (
        <section key={day}>
          <h2>{dayOf(t, list[0]?.at ?? '', i18n.language, now)}</h2>
          <ol>
            {list.map((entry) => (
              <JournalRow key={entry.id} code={code} entry={entry} now={now} onPerson={onPerson} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** The end of the list; the next page is loaded when it scrolls into view. */
function More({ query, count }: { query: ReturnType<typeof useEntries>; count: number }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!mayFetch || !end.current) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [mayFetch, fetchNextPage])
  return (
    <div ref={end} className="journal-more num">
      <span>{hasNextPage ? t('journal.shown', { count }) : t('journal.shownAll', { count })}</span>
      <MoreButton query={query} label={t('journal.more')} />
    </div>
  )
}

type ActiveProps = { query: ReturnType<typeof useActive>; chosen?: string; onPerson: (personId?: string) => void }

/** The most active members, beside the list on wide screens. */
function Active({ query, chosen, onPerson }: ActiveProps) {
  const { t } = useTranslation()
  const people = query.data ?? []
  const most = people[0]?.count ?? 1
  return (
    <aside className="journal-active">
      <h2>{t('journal.active')}</h2>
      <p>{t('journal.activeHint', { count: JOURNAL_WINDOW_DAYS })}</p>
      {query.error && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      {query.data?.length === 0 && <p>{t('journal.activeNone')}</p>}
      <ol>
        {people.map(({ personId, personName, avatar, count }) => (
          <li key={personId}>
            <button
              type="button"
              aria-pressed={personId === chosen}
              title={t('journal.activeOnly', { name: personName })}
              onClick={() => onPerson(personId === chosen ? undefined : personId)}
            >
              <span className="avatar" aria-hidden="true">
                {avatar ? <img src={avatar} alt="" width="28" height="28" /> : [...personName][0]}
              </span>
              <span className="journal-active-name">{personName}</span>
              <span className="num">{t('journal.activeCount', { count })}</span>
              <i style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
    </aside>
  )
}

function Skeletons() {
  return (
    <div className="journal-days" aria-busy="true">
      <section>
        {Array.from({ length: 8 }, (_, i) => (
          <div key={i} className="journal-skeleton">
            <span className="skeleton" />
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        ))}
      </section>
    </div>
  )
}
