import { useTranslation } from 'react-i18next'
import type { Notice } from '#contract/notices.ts'
import { formatExact } from '../widgets/format.ts'
import './notices.css'

type Props = { list: readonly Notice[]; onDismiss?: (id: string) => void }

/** Maintenance notice and announcements above a page, one line each. */
export function NoticeLines({ list, onDismiss }: Props) {
  const { t, i18n } = useTranslation()
  if (!list.length) return null
  return (
    <section className="notice-lines" aria-label={t('shell.notices.label')}>
      {list.map(({ id, level, text, from, isDismissable }) => (
        <div key={id ?? ''} data-level={level} role={level === 'critical' ? 'alert' : 'status'}>
          <p>{from ? t('shell.notices.begins', { at: formatExact(from, i18n.language), text }) : text}</p>
          {id && isDismissable && onDismiss && (
            <button type="button" className="btn ghost" onClick={() => onDismiss(id)}>
              {t('shell.notices.dismiss')}
            </button>
          )}
        </div>
      ))}
    </section>
  )
}
