import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DetailTab } from './section.ts'

type Props = { id: string; tabs: readonly DetailTab[]; tab: DetailTab; onTab: (tab: DetailTab) => void }

/** The tabs of the details; arrows go from one to the next. */
export function DetailTabs({ id, tabs, tab, onTab }: Props) {
  const { t } = useTranslation()
  function press(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = tabs.indexOf(tab) + (step ?? 0)
    const next = tabs[(at + tabs.length) % tabs.length]
    if (!step || !next) return
    event.preventDefault()
    event.stopPropagation()
    onTab(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className="detail-tabs" role="tablist" aria-label={t('files.details.title')} onKeyDown={press}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          data-tab={one}
          aria-selected={one === tab}
          aria-controls={id}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {t(`files.details.tabs.${one}`)}
        </button>
      ))}
    </div>
  )
}
