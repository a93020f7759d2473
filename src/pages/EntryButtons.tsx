import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { pathWith } from './addresses.ts'

type Props = {
  data: PageData
  /** Where sign-in leads back to. */
  callback?: string
}

/** Sign-in and registration in a page's header; for signed-in users the way to their spaces. */
export function EntryButtons({ data: { user, registration }, callback }: Props) {
  const { t } = useTranslation()
  if (user)
    return (
      <div className="entry-buttons">
        <a className="btn" href="/space">
          {t('shell.access.mine')}
        </a>
      </div>
    )
  return (
    <div className="entry-buttons">
      {registration.isOpen && (
        <a className="btn wide" href={pathWith('/register', { callback })}>
          {t('shell.access.register')}
        </a>
      )}
      <a className="btn primary" href={pathWith('/login', { callback })}>
        {t('session.title')}
      </a>
    </div>
  )
}
