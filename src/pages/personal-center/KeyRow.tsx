import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, When } from './parts.tsx'
import { useTask } from './use-task.ts'

type Props = {
  name: string
  tags: string[]
  /** What sets this key apart, before its dates. */
  about: ReactNode
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  onRemove: () => Promise<void>
}

/** A key in its list: what it opens, how long, when it was used, and its end. */
export function KeyRow({ name, tags, about, createdAt, expiresAt, lastUsedAt, onRemove }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const task = useTask()
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const remove = () =>
    modal.confirm({
      title: t('account.keys.removeAsk', { name }),
      content: t('account.keys.removeLoss'),
      okText: t('account.remove'),
      okButtonProps: { danger: true },
      onOk: () => task.run(onRemove),
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
          <small>{about}</small>
          <small>
            {t('account.createdAt')}
            <When at={createdAt} />
            {' · '}
            {expiresAt ? t('account.keys.expires') : t('account.keys.lasting')}
            {expiresAt && <When at={expiresAt} />}
            {' · '}
            {lastUsedAt ? t('account.lastUsed') : t('account.neverUsed')}
            {lastUsedAt && <When at={lastUsedAt} />}
          </small>
        </div>
        <Button loading={task.isBusy} aria-label={t('account.removeOne', { name })} onClick={remove}>
          {t('account.remove')}
        </Button>
      </div>
      {task.problem && <Problem text={task.problem} />}
    </li>
  )
}
