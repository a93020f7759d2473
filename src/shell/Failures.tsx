import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { REDIRECT_MS, TOAST_MS } from '#contract/core/limits.ts'
import { Role } from '#contract/session.ts'
import { leaveForAccess, leaveForLogin, leaveForNotFound } from '#providers/auth.ts'
import { presentWith, type Reaction } from '#providers/errors.ts'
import { withWords } from '#providers/i18n.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import { isMessageNews, isToldHere, messageKeys, setRead } from '#providers/messages.ts'
import { setRole } from '#providers/session.ts'
import { renewUser } from '#providers/sign-in.ts'

/** Maximum number of message toasts shown at once. */
const TOASTS_AT_ONCE = 3
/** The toast type for a message's tone, as in the message list. */
const looks = { good: 'success', bad: 'error', plain: 'info' } as const
const loadToast = withWords(() => import('./message-toast.tsx'))

const toast = { placement: 'bottomRight', duration: TOAST_MS / 1000 } as const

/** Shows failures of calls and realtime messages, as in spec section 8. */
export function Failures() {
  const { modal, notification } = App.useApp()
  const client = useQueryClient()
  const { t } = useTranslation()
  const navigate = useNavigate()
  const count = useRef(0)

  useEffect(() => {
    let isLeaving = false
    function leaveSoon(leave: () => void) {
      isLeaving = true
      setTimeout(() => {
        isLeaving = false
        leave()
      }, REDIRECT_MS)
    }
    function show(reaction: Reaction) {
      if (reaction.show === 'login') return leaveForLogin()
      // Further failures while leaving have the same cause.
      if (isLeaving) return
      if (reaction.show === 'forbidden') return leaveSoon(leaveForAccess)
      if (reaction.show === 'cancelled') return notification.info({ title: t('errors.cancelled'), ...toast })
      const { text, requestId } = reaction
      if (reaction.show === 'error') return notification.error({ key: text, title: text, ...toast })
      if (reaction.show === 'notice')
        return notification.warning({ key: text, title: t('errors.tip'), description: text, ...toast })
      const content = requestId ? `${text}\n${t('errors.requestId')}: ${requestId}` : text
      modal.info({
        title: t('errors.tip'),
        content: <span style={{ whiteSpace: 'pre-line' }}>{content}</span>,
        okText: t('shell.ok'),
      })
      if (reaction.show === 'notFound') leaveSoon(leaveForNotFound)
    }
    presentWith(show)
  }, [modal, notification, t])
  useEffect(
    () =>
      onRealtime((event) => {
        if (event.mark !== 'message') return
        // With many messages, new toasts replace the oldest ones; all messages are in the list.
        count.current += 1
        const key = `message-${count.current % TOASTS_AT_ONCE}`
        const { title, content: description } = event
        const open = (tone: keyof typeof looks, actions?: ReactNode) =>
          notification[looks[tone]]({ key, title, description, actions, ...toast })
        loadToast().then(
          async ({ MessageAction, messageOf, toneOf }) => {
            const message = await messageOf(event)
            if (message && isToldHere(message)) return
            if (!message?.link) return open(toneOf(title))
            const lead = () => {
              notification.destroy(key)
              setRead(client, message)
              void navigate(message.link)
            }
            open(message.tone, <MessageAction message={message} onOpen={lead} />)
          },
          () => open('plain'),
        )
      }),
    [client, navigate, notification],
  )
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: messageKeys.unread })
    const stop = onRealtime((event) => {
      if (isMessageNews(event)) ask()
      const role = event.mark === 'network' && event.type === 'role' ? Role.safeParse(event.content).data : undefined
      if (role) setRole(role)
    })
    // After missed events the changes are unknown, so all queries and the user are read again.
    const stopMissing = onMissedNews(() => {
      void client.invalidateQueries()
      void renewUser()
    })
    return () => {
      stop()
      stopMissing()
    }
  }, [client])
  return null
}
