import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetInSession, sessionValue } from '#providers/storage.ts'

/** Says once that the page was reloaded because the site had been updated; `public/first-paint.js` reloads it. */
export function AfterUpdate() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  useEffect(() => {
    if (!sessionValue('renewed')) return
    forgetInSession('renewed')
    void message.info(t('shell.renewed'))
  }, [message, t])
  return null
}
