import type { NotificationProvider } from '@refinedev/core'
import type { App } from 'antd'
import { TOAST_MS } from '#contract/core/limits.ts'

/**
 * Shows Refine's notifications as toasts at the bottom right, for five seconds. Source: spec section 9, Interface.
 * Refine's texts for refusals are dropped, because the calling page or the error table shows them in the user's
 * language.
 */
export const notificationProviderOf = (
  notification: ReturnType<typeof App.useApp>['notification'],
): NotificationProvider => ({
  open({ key, message, description, type }) {
    if (type === 'error') return
    const kind = type === 'progress' ? 'info' : type
    notification[kind]({ key, title: message, description, placement: 'bottomRight', duration: TOAST_MS / 1000 })
  },
  close: (key) => notification.destroy(key),
})
