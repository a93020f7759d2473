import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MODAL_WIDTH_PERCENT, REDIRECT_MS, TOAST_MS } from '#contract/limits.ts'
import { leaveForLogin } from '#providers/auth.ts'
import { presentWith, type Reaction } from '#providers/errors.ts'
import { onRealtime } from '#providers/live.ts'

const after = (run: () => void) => setTimeout(run, REDIRECT_MS)

/** Shows what calls and the realtime channel have to say, as spec section 8 presents it. */
export function Failures() {
  const { modal, notification } = App.useApp()
  const { t } = useTranslation()

  useEffect(() => {
    const toast = { placement: 'bottomRight', duration: TOAST_MS / 1000 } as const
    function show(reaction: Reaction) {
      if (reaction.show === 'login') return leaveForLogin()
      if (reaction.show === 'forbidden') return void after(() => location.assign('/access'))
      if (reaction.show === 'error') return notification.error({ title: t('errors.network'), ...toast })
      if (reaction.show === 'cancelled') return notification.info({ title: t('errors.cancelled'), ...toast })
      if (!('text' in reaction)) return
      if (reaction.show === 'notice')
        return notification.warning({ title: t('errors.tip'), description: reaction.text, ...toast })
      const content = reaction.requestId
        ? `${reaction.text}\n${t('errors.requestId')}: ${reaction.requestId}`
        : reaction.text
      modal.info({
        title: t('errors.tip'),
        content: <span style={{ whiteSpace: 'pre-line' }}>{content}</span>,
        width: `min(560px, max(320px, ${MODAL_WIDTH_PERCENT}vw))`,
        okText: t('shell.ok'),
      })
      if (reaction.show === 'notFound') after(() => location.assign('/404'))
    }
    presentWith(show)
    return onRealtime((event) => {
      if (event.mark === 'message') notification.info({ title: event.title, description: event.content, ...toast })
    })
  }, [modal, notification, t])
  return null
}
