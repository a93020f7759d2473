import {
  BellOutlined,
  CheckCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  MutedOutlined,
  SoundOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Message } from '#contract/messages.ts'
import { useMute } from '#providers/use-mute.ts'
import { When } from '../parts.tsx'

const icons = { good: <CheckCircleOutlined />, bad: <CloseCircleOutlined />, plain: <BellOutlined /> }

type Props = {
  message: Message
  isSelected: boolean
  isLeaving: boolean
  onSelect: (isSelected: boolean) => void
  onRead: () => void
  onLeave: () => void
  onKeep: () => void
}

/** One message with its link and its actions. */
export function MessageRow({ message, isLeaving, ...props }: Props) {
  return (
    <li data-id={message.id} data-unread={!message.isRead && !isLeaving}>
      {isLeaving ? <Leaving message={message} onKeep={props.onKeep} /> : <Present message={message} {...props} />}
    </li>
  )
}

/** Replaces a message that was just deleted, as long as the deletion can be undone. */
function Leaving({ message: { title }, onKeep }: Pick<Props, 'message' | 'onKeep'>) {
  const { t } = useTranslation()
  return (
    <p className="message-leaving" role="status">
      <span>{t('messages.removed', { title })}</span>
      <Button type="link" size="small" autoFocus onClick={onKeep}>
        {t('messages.undo')}
      </Button>
    </p>
  )
}

function Present({ message, isSelected, onSelect, onRead, onLeave }: Omit<Props, 'isLeaving' | 'onKeep'>) {
  const { t } = useTranslation()
  const { title, content, tone, link, isRead, at, spaceId, space, isMuted } = message
  return (
    <>
      <Checkbox
        className={isRead ? 'message-unselectable' : undefined}
        disabled={isRead}
        checked={isSelected && !isRead}
        aria-label={t('messages.selectOne', { title })}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <span className="message-tone" data-tone={tone} aria-hidden="true">
        {icons[tone]}
      </span>
      <div className="message-words">
        <p>
          {link ? (
            <Link className="message-title" to={link} onClick={onRead}>
              {title}
            </Link>
          ) : (
            <b className="message-title">{title}</b>
          )}
          {!isRead && <span className="sr-only">{t('messages.isUnread')}</span>}
          <When at={at} />
        </p>
        <p>{content}</p>
      </div>
      <div className="message-tools">
        {!isRead && (
          <Button size="small" aria-label={t('messages.readOne', { title })} onClick={onRead}>
            {t('messages.read')}
          </Button>
        )}
        {spaceId && <Mute spaceId={spaceId} space={space} isMuted={isMuted} />}
        <Tooltip title={t('messages.remove')}>
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('messages.removeOne', { title })}
            onClick={onLeave}
          />
        </Tooltip>
      </div>
    </>
  )
}

/** Mutes the space of a message, or unmutes it. */
function Mute({ spaceId, space, isMuted }: { spaceId: string; space: string; isMuted: boolean }) {
  const { t } = useTranslation()
  const { isBusy, problem, mute } = useMute()
  const label = t(isMuted ? 'messages.unmuteOne' : 'messages.muteOne', { space })
  return (
    <>
      <Tooltip title={problem || label}>
        <Button
          size="small"
          type="text"
          loading={isBusy}
          danger={problem !== ''}
          aria-label={label}
          aria-pressed={isMuted}
          icon={isMuted ? <MutedOutlined /> : <SoundOutlined />}
          onClick={() => void mute(spaceId, !isMuted)}
        />
      </Tooltip>
      {problem && (
        <span className="sr-only" role="alert">
          {problem}
        </span>
      )}
    </>
  )
}
