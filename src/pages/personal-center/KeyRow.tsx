import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../widgets/FormEnd.tsx'
import { When } from './parts.tsx'

/** `expiresAt`: null for a key that never expires, undefined if expiry does not apply. */
export type KeyProperties = { name: string; createdAt: string; expiresAt?: string | null; lastUsedAt: string | null }

type Props = {
  properties: KeyProperties
  tags?: string[]
  /** The distinguishing details of the key, shown before its dates. */
  about?: ReactNode
  /** The question before it is deleted; `act`: what that is called where it is no deletion, and of which one. */
  ask: { title: string; loss: string; act?: { label: string; name: string } }
  onRemove: () => Promise<void>
}

/** A key in its list: its access, expiry and last use, and the button to delete it. */
export function KeyRow({ properties, tags = [], about, ask, onRemove }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const task = useTask()
  const { name, createdAt, expiresAt, lastUsedAt } = properties
  const isOver = Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= Date.now()
  const act = ask.act ?? { label: t('account.remove'), name: t('account.removeOne', { name }) }
  const remove = () =>
    modal.confirm({
      title: ask.title,
      content: ask.loss,
      okText: act.label,
      okButtonProps: { danger: true },
      // The question closes at once, because an identity confirmation may follow.
      onOk: () => void task.run(onRemove),
    })
  return (
    <li>
      <div className="personal-row">
        <div>
          <strong>
            {name}
            {tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
            {isOver && <span className="tag restricted">{t('account.keys.over')}</span>}
          </strong>
          {about && <small>{about}</small>}
          <small>
            {t('account.createdAt')}
            <When at={createdAt} />
            {' · '}
            {expiresAt !== undefined && <End at={expiresAt} />}
            {lastUsedAt ? t('account.lastUsed') : t('account.neverUsed')}
            {lastUsedAt && <When at={lastUsedAt} />}
          </small>
        </div>
        <Button loading={task.isBusy} aria-label={act.name} onClick={remove}>
          {act.label}
        </Button>
      </div>
      <Problem text={task.problem} />
    </li>
  )
}

function End({ at }: { at: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      {at ? t('account.keys.expires') : t('account.keys.lasting')}
      {at && <When at={at} />}
      {' · '}
    </>
  )
}
