import { RightOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { AuditDiff } from './AuditDiff.tsx'
import { deedOf, reasonOf, whoOf } from './audit-words.ts'
import { formatExact, localeOf } from './format.ts'

/** One entry as a sentence: when, who did what to whom, from where. Opened, it tells all that is kept. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'medium' })
  const isRefused = entry.outcome === 'refused'
  const [deed, whom, rest] = deedOf(t, entry)
  return (
    <li className="audit-entry">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <RightOutlined className="audit-mark" aria-hidden="true" />
          <time className="num" dateTime={entry.at}>
            {time.format(new Date(entry.at))}
          </time>
          <span className="audit-sentence">
            <b>{whoOf(t, entry)}</b> {deed} {whom && <b>{whom}</b>} {rest}
            {isRefused && (
              <em>{entry.reason ? t('audit.refusedWith', { reason: reasonOf(entry.reason) }) : t('audit.refused')}</em>
            )}
          </span>
          <span className="audit-where num">
            {t(`audit.doors.${entry.door}`)} {entry.address}
          </span>
        </summary>
        {isOpen && (
          <div className="audit-more-of">
            <dl className="num">
              <Fact label={t('audit.facts.number')}>{entry.number}</Fact>
              <Fact label={t('audit.facts.at')}>{formatExact(entry.at, i18n.language)}</Fact>
              <Fact label={t('audit.facts.actor')}>{entry.actor ? entry.actor.emailAccounts : whoOf(t, entry)}</Fact>
              {entry.target && <Fact label={t('audit.facts.target')}>{entry.target.name}</Fact>}
            </dl>
            <AuditDiff before={entry.before} after={entry.after} />
          </div>
        )}
      </details>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
