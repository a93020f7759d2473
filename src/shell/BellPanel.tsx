import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Message, messages } from '#contract/messages.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { isMessageNews, messageKeys, setRead } from '#providers/messages.ts'
import { useMute } from '#providers/use-mute.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../widgets/Empty.tsx'
import { formatDateTime } from '../widgets/format.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../widgets/Skeleton.tsx'
import { groupsOf, type MessageGroup } from './message-groups.ts'

/** Messages that the panel shows; the page has all. */
const SHOWN = 10
const quiet = { quiet: true }

/** The panel of the bell: the last messages, and ways to the page of all of them. */
export default function BellPanel({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const task = useTask()
  const query = useQuery({
    queryKey: messageKeys.latest,
    queryFn: ({ signal }) => call(messages.list, { size: SHOWN }, { ...quiet, aside: true, signal }),
    staleTime: 0,
  })
  useEffect(
    () =>
      onRealtime((event) => void (isMessageNews(event) && client.invalidateQueries({ queryKey: messageKeys.latest }))),
    [client],
  )
  const list = query.data?.list ?? []
  const renew = () => client.invalidateQueries({ queryKey: messageKeys.all })
  const readAll = () =>
    task.run(async () => {
      await call(messages.readAll, {}, quiet)
      await renew()
    })
  function open(message: Message) {
    onLeave()
    setRead(client, message)
  }
  return (
    <div className="bell-panel">
      <div className="bell-head">
        <strong>{t('messages.title')}</strong>
        {list.some(({ isRead }) => !isRead) && (
          <Button size="small" type="text" loading={task.isBusy} onClick={readAll}>
            {t('messages.readAll')}
          </Button>
        )}
      </div>
      {task.problem && <p role="alert">{task.problem}</p>}
      {query.isLoading ? (
        <LinesSkeleton rows={4} />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={() => query.refetch()} />
      ) : list.length ? (
        <div className="bell-groups">
          {groupsOf(list).map((group) => (
            <Group key={group.spaceId ?? group.space} group={group} onOpen={open} />
          ))}
        </div>
      ) : (
        <Empty title={t('messages.none')} hint={t('messages.noneHint')} />
      )}
      <Link className="bell-all" to="/personalCenter?tab=4" onClick={onLeave}>
        {t('messages.showAll')}
      </Link>
    </div>
  )
}

function Group({ group, onOpen }: { group: MessageGroup; onOpen: (message: Message) => void }) {
  const { t, i18n } = useTranslation()
  return (
    <section>
      {group.space && <GroupHead group={group} />}
      <ul>
        {group.list.map((message) => (
          <li key={message.id} data-unread={!message.isRead}>
            <Link to={message.link || '/personalCenter?tab=4'} onClick={() => onOpen(message)}>
              <b>{message.title}</b>
              {!message.isRead && <span className="sr-only">{t('messages.isUnread')}</span>}
              <small>{message.content}</small>
              <time className="num" dateTime={message.at}>
                {formatDateTime(message.at, i18n.language)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function GroupHead({ group: { space, spaceId, isMuted } }: { group: MessageGroup }) {
  const { t } = useTranslation()
  const { isBusy, problem, mute } = useMute()
  const label = t(isMuted ? 'messages.unmuteOne' : 'messages.muteOne', { space })
  return (
    <>
      <div className="bell-group-head">
        <h3>{space}</h3>
        {spaceId && (
          <Tooltip title={isMuted ? label : t('messages.muteHint')} placement="left">
            <Button
              size="small"
              type="text"
              className="bell-mute"
              loading={isBusy}
              aria-label={label}
              aria-pressed={isMuted}
              icon={isMuted ? <MutedOutlined /> : <SoundOutlined />}
              onClick={() => void mute(spaceId, !isMuted)}
            />
          </Tooltip>
        )}
      </div>
      {isMuted && <small className="bell-muted">{t('messages.isMuted')}</small>}
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
