import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Mail, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'

/** Sends a failed mail again; waiting mails are retried by the server. */
export function MailRetry({ mail, onChange }: { mail: Mail; onChange: () => void }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  if (mail.state !== 'failed') return null
  async function retry() {
    setBusy(true)
    // A refusal is shown by the shell.
    await call(mails.retry, { id: mail.id }).catch(() => undefined)
    setBusy(false)
    onChange()
  }
  return (
    <Button size="small" className="mail-retry" loading={isBusy} onClick={retry}>
      {t('mails.retry')}
    </Button>
  )
}
