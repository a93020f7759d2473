import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/core/time.ts'
import { settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { keepLocally, localValue } from '#providers/storage.ts'
import { Markup } from '../widgets/Markup.tsx'

/** An open page asks this often for the update notice (our choice). */
const NOTICE_AGE_MS = 10 * MINUTE_MS

/** What the operators want to say about the version; put away, it stays so until it says something else. Source: spec section 7, /space/version. */
export function UpdateBanner() {
  const { t } = useTranslation()
  const [dismissed, setDismissed] = useState(localValue('notice'))
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: () => call(settings.version, {}, { quiet: true }),
    // A page that is open for days hears of it too.
    staleTime: NOTICE_AGE_MS,
    refetchInterval: NOTICE_AGE_MS,
    refetchOnWindowFocus: true,
  })
  if (!data?.content || data.content === dismissed) return null
  const dismiss = () => {
    keepLocally('notice', data.content)
    setDismissed(data.content)
  }
  return (
    <div className="update-banner" role="status">
      <div>
        <Markup text={data.content} />
      </div>
      <button type="button" className="btn ghost" onClick={dismiss}>
        {t('shell.dismiss')}
      </button>
    </div>
  )
}
