import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatExact } from '../../widgets/format.ts'

type SectionProps = { title: string; hint?: string; action?: ReactNode; children: ReactNode }

/** A section of the page: title, explanation and main action. */
export function Section({ title, hint, action, children }: SectionProps) {
  return (
    <section className="personal-section">
      <div className="personal-head">
        <div>
          <h2>{title}</h2>
          {hint && <p>{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
/** A short time, with seconds in its tooltip. */
export function When({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <time className="num" dateTime={at} title={formatExact(at, i18n.language)}>
      {formatDateTime(at, i18n.language)}
    </time>
  )
}
