import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { localeOf } from '../widgets/format.ts'
import { AuditRow } from './AuditRow.tsx'
import './audit-days.css'

/** Entries of the audit log, newest first, grouped by day. */
export function AuditDays({ entries, isStale }: { entries: readonly AuditEntry[]; isStale: boolean }) {
  const { i18n } = useTranslation()
  const words = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'full' })
  const days = Map.groupBy(entries, ({ at }) => words.format(new Date(at)))
  return (
    <div className="audit-days" aria-busy={isStale}>
      {[...days].map(([day, list]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ol>
            {list.map((entry) => (
              <AuditRow key={entry.number} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Placeholder while the entries load. */
export function AuditSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <div className="audit-days" aria-busy="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="audit-skeleton">
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
