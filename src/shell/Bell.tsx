import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { messages } from '#contract/messages.ts'
import { call } from '#providers/call.ts'
import { messageKeys } from '#providers/messages.ts'
import { formatWaiting } from '../widgets/format.ts'

/**
 * The number of unread messages, as a link to them. Refetched when the window gets the focus, in case events were
 * missed.
 */
export function Bell() {
  const { t } = useTranslation()
  const { data: count = 0 } = useQuery({
    queryKey: messageKeys.unread,
    queryFn: () => call(messages.unread, {}, { quiet: true, aside: true }),
    refetchOnWindowFocus: 'always',
  })
  const label = count ? t('common.bell', { count }) : t('common.bellNone')
  return (
    <Link className="btn ghost bell" to="/personalCenter?tab=4" aria-label={label} title={label}>
      <BellOutlined />
      {count > 0 && <span aria-hidden="true">{formatWaiting(count)}</span>}
    </Link>
  )
}
