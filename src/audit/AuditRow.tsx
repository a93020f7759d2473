import { RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { formatExact, localeOf } from '../widgets/format.ts'
import { Property } from '../widgets/Property.tsx'
import { AuditDiff } from './AuditDiff.tsx'
import { reasonOf, sentenceOf, whoOf } from './audit-words.ts'

/** One entry as a sentence: when, who did what to whom, from where. Expanded, it shows all stored details. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'medium' })
  const isRefused = entry.outcome === 'refused'
  const [verb, whom, rest] = sentenceOf(entry)
  return (
    <li className="audit-entry">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <RightOutlined className="audit-arrow" aria-hidden="true" />
          <time className="num" dateTime={entry.at}>
            {time.format(new Date(entry.at))}
          </time>
          <span className="audit-sentence">
            <b>{whoOf(entry)}</b> {verb} {whom && <b>{whom}</b>} {rest}
            {isRefused && (
              <em>{entry.reason ? t('audit.refusedWith', { reason: reasonOf(entry.reason) }) : t('audit.refused')}</em>
            )}
          </span>
          <span className="audit-where num">
            {t(`audit.channels.${entry.channel}`)} {entry.address}
          </span>
        </summary>
        {isOpen && (
          <div className="audit-more-of">
            <dl className="num">
              <Property label={t('audit.properties.number')}>{entry.number}</Property>
              <Property label={t('audit.properties.at')}>{formatExact(entry.at, i18n.language)}</Property>
              <Property label={t('audit.properties.actor')}>
                {entry.actor ? entry.actor.emailAccounts : whoOf(entry)}
              </Property>
              {entry.target && (
                <Property label={t('audit.properties.target')}>
                  {entry.target.name} {entry.target.emailAccounts}
                </Property>
              )}
            </dl>
            <AuditDiff action={entry.action} before={entry.before} after={entry.after} />
          </div>
        )}
      </details>
    </li>
  )
}
