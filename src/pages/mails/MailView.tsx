import { useQuery } from '@tanstack/react-query'
import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { type Mail, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { formatExact } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { TextSkeleton } from '../../widgets/Skeleton.tsx'
import { CopyLine } from '../CopyLine.tsx'
import { MailFrame } from './MailFrame.tsx'
import { MailRetry } from './MailRetry.tsx'

type Props = { mail: Mail; onClose: () => void; onChange: () => void }

/** One mail of the queue: its state and its content. */
export function MailView({ mail, onClose, onChange }: Props) {
  const query = useQuery({
    queryKey: ['mails', 'show', mail.id, mail.state],
    queryFn: ({ signal }) => call(mails.show, { id: mail.id }, { quiet: true, aside: true, signal }),
  })
  return (
    <Drawer open size="min(720px, 100vw)" title={mail.subject} onClose={onClose} className="service-drawer">
      <Properties mail={mail} />
      <MailRetry mail={mail} onChange={onChange} />
      {query.isLoading ? (
        <TextSkeleton lines={8} />
      ) : query.data ? (
        <Content mail={query.data} />
      ) : (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      )}
    </Drawer>
  )
}

function Properties({ mail }: { mail: Mail }) {
  const { t, i18n } = useTranslation()
  const exact = (at: string | null) => at && formatExact(at, i18n.language)
  const properties = {
    recipient: mail.recipient,
    kind: t(`mails.kinds.${mail.kind}`),
    state: t(`mails.states.${mail.state}`),
    createdAt: exact(mail.createdAt),
    sentAt: exact(mail.sentAt),
    nextAt: exact(mail.nextAt),
    attempts: String(mail.attempts),
    error: mail.advice,
    answered: mail.error,
  }
  const shown = (Object.keys(properties) as (keyof typeof properties)[]).filter((name) => properties[name])
  return (
    <dl className="mail-properties num">
      {shown.map((name) => (
        <div key={name} data-property={name}>
          <dt>{t(`mails.columns.${name}`)}</dt>
          <dd>{properties[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

const linksOf = (text: string) => [...new Set(text.match(/https?:\/\/\S+/g))]

function Content({ mail }: { mail: DataOf<typeof mails.show> }) {
  const { t } = useTranslation()
  const [view, setView] = useState<'html' | 'text'>('html')
  return (
    <section className="mail-preview">
      {linksOf(mail.text).map((link) => (
        <CopyLine key={link} label={t('mails.link')} value={link} />
      ))}
      <header>
        <Segmented
          size="small"
          value={view}
          onChange={setView}
          options={(['html', 'text'] as const).map((value) => ({ value, label: t(`mails.views.${value}`) }))}
        />
      </header>
      {view === 'html' ? (
        <MailFrame html={mail.html} title={mail.subject} />
      ) : (
        <pre className="mail-text" tabIndex={0}>
          {mail.text}
        </pre>
      )}
    </section>
  )
}
