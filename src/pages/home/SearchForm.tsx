import { useTranslation } from 'react-i18next'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import type { HomeSearch } from '#contract/pages/data.ts'
import type { HomePath } from './address.ts'

/** The search form, which keeps the other filters; the browser submits it without JavaScript. */
export function SearchForm({ path, search: { q, type, tag, sort } }: { path: HomePath; search: HomeSearch }) {
  const { t } = useTranslation()
  const kept = Object.entries({ type, tag, sort: sort === 'hot' ? '' : sort }).filter(([, value]) => value)
  return (
    <search>
      <form className="hero-search" action={path} method="get">
        <svg
          width="16"
          height="16"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 3 3" />
        </svg>
        <input
          name="q"
          type="search"
          defaultValue={q}
          maxLength={SEARCH_TEXT_MAX}
          placeholder={t('home.searchShort')}
          aria-label={t('home.search')}
        />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="btn primary">
          {t('home.go')}
        </button>
      </form>
    </search>
  )
}
