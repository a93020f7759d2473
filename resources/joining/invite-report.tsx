import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import type { joining } from '#contract/joining.ts'
import { useSendsMail } from '#providers/sends-mail.ts'

export type Outcome = DataOf<typeof joining.invite>[number] & { name: string }

/** The result of each invitation, failures first. */
export function InviteReport({ outcomes }: { outcomes: Outcome[] }) {
  const { t } = useTranslation()
  const sendsMail = useSendsMail()
  const sent = outcomes.filter(({ isDone }) => isDone)
  const failed = outcomes.filter(({ isDone }) => !isDone)
  return (
    <div role="status">
      <p>{t('joining.invite.sentCount', { count: sent.length })}</p>
      {!sendsMail && <p className="joining-note">{t('joining.invite.kept')}</p>}
      <ul className="joining-report">
        {[...failed, ...sent].map(({ id, name, isDone, message }) => (
          <li key={id} data-failed={!isDone}>
            {isDone ? <CheckCircleOutlined /> : <ExclamationCircleOutlined />} <b>{name}</b>{' '}
            <span>{isDone ? t('joining.invite.sent') : message}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
