import { useTranslation } from 'react-i18next'
import { formatDateTime, formatExact } from '../../widgets/format.ts'

/** A time, exact to the second on hover; a dash for none. */
export function JobTime({ at }: { at: string | null }) {
  const { i18n } = useTranslation()
  if (!at) return <span className="record-dash">—</span>
  return (
    <time className="num" dateTime={at} title={formatExact(at, i18n.language)}>
      {formatDateTime(at, i18n.language)}
    </time>
  )
}
