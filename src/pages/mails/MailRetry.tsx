import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Mail, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { useSendsMail } from '#providers/sends-mail.ts'

/** Sends a failed or kept mail now; waiting mails are retried by the server. */
export function MailRetry({ mail, onChange }: { mail: Mail; onChange: () => void }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const isSending = useSendsMail()
  const isKept = mail.state === 'kept' && isSending
  if (mail.state !== 'failed' && !isKept) return null
  async function retry() {
    setBusy(true)
    // A refusal is shown by the shell.
    await call(mails.retry, { id: mail.id }).catch(() => undefined)
    setBusy(false)
    onChange()
  }
  return (
    <Button size="small" className="mail-retry" loading={isBusy} onClick={retry}>
      {t(isKept ? 'mails.send' : 'mails.retry')}
    </Button>
  )
}
