import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/mails.ts'
import { formatDateTime, formatExact } from '../../widgets/format.ts'
import { RecordTable } from '../../widgets/RecordTable.tsx'
import { MailRetry } from './MailRetry.tsx'

type RowsProps = {
  list: Mail[]
  isStale: boolean
  openKey?: string
  onOpen: (mail: Mail) => void
  onChange: () => void
  children: React.ReactNode
}

/** The queue as a table, and as cards where the window is narrow. */
export function MailRows({ list, isStale, openKey, onOpen, onChange, children }: RowsProps) {
  const { t } = useTranslation()
  const subject = (mail: Mail) => (
    <button type="button" className="mail-open records-open" onClick={() => onOpen(mail)}>
      {mail.subject}
    </button>
  )
  return (
    <RecordTable
      label={t('mails.tabs.queue')}
      rows={list}
      keyOf={(mail) => mail.id}
      openKey={openKey}
      isStale={isStale}
      columns={[
        { key: 'createdAt', label: t('mails.columns.createdAt'), render: (mail) => <When at={mail.createdAt} /> },
        { key: 'recipient', label: t('mails.columns.recipient'), render: (mail) => mail.recipient },
        { key: 'subject', label: t('mails.columns.subject'), render: subject },
        { key: 'state', label: t('mails.columns.state'), render: (mail) => <State mail={mail} /> },
        { key: 'attempts', label: t('mails.columns.attempts'), isNumeric: true, render: (mail) => mail.attempts },
        {
          key: 'nextAt',
          label: t('mails.columns.nextAt'),
          render: (mail) => (mail.nextAt ? <When at={mail.nextAt} /> : '—'),
        },
        {
          key: 'error',
          label: t('mails.columns.error'),
          render: (mail) => (
            <span className="mail-error" title={mail.error}>
              {mail.advice}
            </span>
          ),
        },
        {
          key: 'retry',
          label: '',
          render: (mail) => <MailRetry mail={mail} onChange={onChange} />,
        },
      ]}
      card={(mail) => (
        <div className="mail-card">
          <div>
            {subject(mail)}
            <State mail={mail} />
          </div>
          <p>
            {mail.recipient} · <When at={mail.createdAt} />
          </p>
          {mail.advice && (
            <p className="mail-error" title={mail.error}>
              {mail.advice}
            </p>
          )}
          <MailRetry mail={mail} onChange={onChange} />
        </div>
      )}
    >
      {children}
    </RecordTable>
  )
}

function When({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <time className="num" dateTime={at} title={formatExact(at, i18n.language)}>
      {formatDateTime(at, i18n.language)}
    </time>
  )
}

function State({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  return (
    <span className="mail-state" data-state={mail.state}>
      {t(`mails.states.${mail.state}`)}
    </span>
  )
}
