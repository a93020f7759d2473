import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Mail, MailState, mails } from '#contract/mails.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FilterRow } from '../../widgets/FilterRow.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { RecordSkeleton } from '../../widgets/RecordTable.tsx'
import { SearchField } from '../../widgets/SearchField.tsx'
import { KeptMails } from './KeptMails.tsx'
import { MailRows } from './MailRows.tsx'
import { MailView } from './MailView.tsx'
import { mailListKey, mailServerKey } from './mail-keys.ts'

/** Interval in milliseconds at which the list is refetched while a mail waits. */
const LOOK_MS = 10_000

/** Sent, waiting and failed mails, newest first. */
export function MailQueue() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [state, setState] = useState<Mail['state'] | 'all'>('all')
  // A link to the newest mail of a recipient opens it.
  const [params] = useSearchParams()
  const to = params.get('to') ?? ''
  const [q, setQ] = useState(to)
  const [chosen, setOpened] = useState<Mail | null | undefined>(to ? undefined : null)
  const server = useQuery({
    queryKey: mailServerKey,
    queryFn: ({ signal }) => call(mails.server, {}, { quiet: true, signal }),
  })
  const query = useInfiniteQuery({
    queryKey: [...mailListKey, state, q],
    ...byPages((after, { signal }) =>
      call(
        mails.list,
        {
          ...after,
          ...(state !== 'all' && { state }),
          ...(q && { q }),
        },
        { quiet: true, signal },
      ),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: kept }) =>
      kept.data?.pages.some((page) => page.list.some((mail) => mail.state === 'waiting')) ? LOOK_MS : false,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const newest = q === to ? list.find(({ recipient }) => recipient.toLowerCase() === to.toLowerCase()) : undefined
  const opened = chosen === undefined ? newest : chosen
  const again = () => client.invalidateQueries({ queryKey: mailListKey })
  return (
    <>
      {server.data && <KeptMails isSending={server.data.kind !== 'file'} onChange={again} />}
      <FilterRow onClear={null}>
        <SearchField q={q} label={t('mails.search')} onSearch={setQ} />
        <Segmented
          value={state}
          onChange={setState}
          aria-label={t('mails.columns.state')}
          options={(['all', ...MailState.options] as const).map((value) => ({
            value,
            label: t(`mails.states.${value}`),
          }))}
        />
      </FilterRow>
      {query.isLoading ? (
        <RecordSkeleton />
      ) : query.isError && !query.data ? (
        <NotLoaded title={t('mails.loadFailed')} error={query.error} onRetry={query.refetch} />
      ) : list.length ? (
        <MailRows
          list={list}
          isStale={query.isPlaceholderData}
          onOpen={setOpened}
          onChange={again}
          openKey={opened?.id}
        >
          {query.hasNextPage && (
            <div className="records-more">
              <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('mails.more')}
              </Button>
            </div>
          )}
        </MailRows>
      ) : (
        <Empty
          title={t(q || state !== 'all' ? 'mails.noHit' : 'mails.none')}
          hint={t(q || state !== 'all' ? 'mails.noHitHint' : 'mails.noneHint')}
        />
      )}
      {opened && (
        <MailView
          mail={list.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
          onChange={again}
        />
      )}
    </>
  )
}
