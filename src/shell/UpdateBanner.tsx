import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'

/** What the operators want to say about the version; nothing when there is nothing. Source: spec section 7, /space/version. */
export function UpdateBanner() {
  const { t } = useTranslation()
  const [isDismissed, setDismissed] = useState(false)
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: () => call(settings.version, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data?.content || isDismissed) return null
  return (
    <div className="update-banner" role="status">
      <span>{data.content}</span>
      <button type="button" className="btn ghost" onClick={() => setDismissed(true)}>
        {t('shell.dismiss')}
      </button>
    </div>
  )
}
