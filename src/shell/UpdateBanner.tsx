import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/core/time.ts'
import { settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { keepLocally, localValue } from '#providers/storage.ts'
import { Markup } from '../widgets/Markup.tsx'

/** Interval at which an open page refetches the update notice (our choice). */
const NOTICE_AGE_MS = 10 * MINUTE_MS

/**
 * The operators' notice about the version; once dismissed, it stays hidden until its text changes. Source: spec section
 * 7, /space/version.
 */
export function UpdateBanner() {
  const { t } = useTranslation()
  const [dismissed, setDismissed] = useState(localValue('notice'))
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: () => call(settings.version, {}, { quiet: true, aside: true }),
    // Refetched regularly, so that pages open for days show a new notice.
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
