import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messages } from '#contract/messages.ts'
import { call } from '#providers/call.ts'
import { withWords } from '#providers/i18n.ts'
import { messageKeys } from '#providers/messages.ts'
import { formatWaiting } from '../widgets/format.ts'

const BellPanel = lazy(withWords(() => import('./BellPanel.tsx')))

/**
 * The number of unread messages; opens a panel with the last ones. Refetched when the window gets the focus, in case
 * events were missed.
 */
export function Bell() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data: count = 0 } = useQuery({
    queryKey: messageKeys.unread,
    queryFn: () => call(messages.unread, {}, { quiet: true, aside: true }),
    refetchOnWindowFocus: 'always',
  })
  const label = count ? t('common.bell', { count }) : t('common.bellNone')
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Suspense fallback={<div className="bell-panel" />}>
          <BellPanel onLeave={() => setOpen(false)} />
        </Suspense>
      }
    >
      <button
        type="button"
        className="btn ghost bell"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <BellOutlined />
        {count > 0 && <span aria-hidden="true">{formatWaiting(count)}</span>}
      </button>
    </Popover>
  )
}
