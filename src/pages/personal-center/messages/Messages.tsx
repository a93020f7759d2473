import { Button, Segmented } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { SELECTION_MAX } from '#contract/core/limits.ts'
import type { Message } from '#contract/messages.ts'
import { sentenceOf } from '#providers/call.ts'
import { useKept } from '#providers/site.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../../widgets/Empty.tsx'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { MoreButton, type MoreQuery } from '../../../widgets/MoreButton.tsx'
import { Section } from '../parts.tsx'
import { MessageRow } from './MessageRow.tsx'
import { MutedSpaces } from './MutedSpaces.tsx'
import { useMessages } from './use-messages.ts'
import { useRemoval } from './use-removal.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import './messages.css'

/** The user's messages; the filter is stored in the address. */
export function Messages() {
  const [address, setAddress] = useSearchParams()
  const isUnread = address.get('show') === 'unread'
  const choose = (show: 'all' | 'unread') =>
    setAddress(
      (known) => {
        if (show === 'unread') known.set('show', show)
        else known.delete('show')
        return known
      },
      { replace: true },
    )
  return (
    <>
      <Inbox key={String(isUnread)} isUnread={isUnread} onChoose={choose} />
      <MutedSpaces />
    </>
  )
}

type InboxProps = { isUnread: boolean; onChoose: (show: 'all' | 'unread') => void }

function Inbox({ isUnread, onChoose }: InboxProps) {
  const { t } = useTranslation()
  const { messageDays } = useKept()
  const place = useRef<HTMLDivElement>(null)
  const { note, restore } = useScrollAnchor(place)
  const { query, read, remove } = useMessages(isUnread, note)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what may have moved the place
  useLayoutEffect(restore, [query.data])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const task = useTask()
  const list = query.data ?? []
  const unread = list.filter(({ isRead }) => !isRead)
  const chosen = unread.filter(({ id }) => selected.has(id)).slice(0, SELECTION_MAX)

  const readThese = (ids: readonly string[] | null) =>
    task.run(async () => {
      await read(ids)
      setSelected(new Set())
    })
  return (
    <Section
      title={t('messages.title')}
      hint={t('messages.hint', { days: messageDays })}
      action={
        <Segmented
          aria-label={t('messages.filter')}
          value={isUnread ? 'unread' : 'all'}
          options={[
            { value: 'all', label: t('messages.all') },
            { value: 'unread', label: t('messages.unread') },
          ]}
          onChange={onChoose}
        />
      }
    >
      {unread.length > 0 && (
        <div className="buttons message-bar">
          <Button loading={task.isBusy} onClick={() => readThese(chosen.length ? chosen.map(({ id }) => id) : null)}>
            {chosen.length ? t('messages.readSelected', { count: chosen.length }) : t('messages.readAll')}
          </Button>
        </div>
      )}
      <Problem text={task.problem} />
      <div ref={place}>
        <Loaded query={query} rows={6}>
          {(all) =>
            all.length ? (
              <List all={all} selected={selected} onSelect={setSelected} read={read} remove={remove} />
            ) : (
              <Nothing isUnread={isUnread} onAll={() => onChoose('all')} />
            )
          }
        </Loaded>
      </div>
      <More query={query} />
    </Section>
  )
}

type ListProps = {
  all: Message[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  read: (ids: readonly string[]) => Promise<void>
  remove: (message: Message) => Promise<void>
}

function List({ all, selected, onSelect, read, remove }: ListProps) {
  const [problem, setProblem] = useState('')
  const fail = (failure: unknown) => setProblem(sentenceOf(failure))
  const { leaving, leave, keep } = useRemoval(remove, fail)
  const select = (id: string, isSelected: boolean) =>
    onSelect(new Set(isSelected ? [...selected, id] : [...selected].filter((one) => one !== id)))
  const readOne = ({ id, isRead }: Message) => {
    setProblem('')
    if (!isRead) read([id]).catch(fail)
  }
  return (
    <>
      <Problem text={problem} />
      <ul className="message-list">
        {all.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            isSelected={selected.has(message.id)}
            isLeaving={leaving.has(message.id)}
            onSelect={(isSelected) => select(message.id, isSelected)}
            onRead={() => readOne(message)}
            onLeave={() => leave(message)}
            onKeep={() => keep(message.id)}
          />
        ))}
      </ul>
    </>
  )
}

function Nothing({ isUnread, onAll }: { isUnread: boolean; onAll: () => void }) {
  const { t } = useTranslation()
  if (!isUnread) return <Empty title={t('messages.none')} hint={t('messages.noneHint')} />
  return (
    <Empty title={t('messages.noneUnread')}>
      <Button onClick={onAll}>{t('messages.showAll')}</Button>
    </Empty>
  )
}

/** Older messages load automatically near the end of the list; the button is the fallback. */
function More({ query }: { query: MoreQuery }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!end.current || !mayFetch) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: '400px',
    })
    near.observe(end.current)
    return () => near.disconnect()
  }, [mayFetch, fetchNextPage])
  return (
    <div ref={end} className="personal-more">
      <MoreButton query={query} label={t('messages.more')} size="middle" />
    </div>
  )
}
