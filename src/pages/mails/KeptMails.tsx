import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mails } from '#contract/mails.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { mailListKey } from './mail-keys.ts'

/** What can be done about mails that have not left the site: sending them once it sends mail, and taking their links. */
export function KeptMails({ isSending, onChange }: { isSending: boolean; onChange: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const { data: count = 0 } = useQuery({
    queryKey: [...mailListKey, 'kept'],
    queryFn: async ({ signal }) => (await call(mails.kept, {}, { quiet: true, signal })).count,
    enabled: isSending,
  })
  async function send() {
    setBusy(true)
    // A refusal is shown by the shell.
    const sent = await call(mails.sendKept, {}).catch(() => null)
    setBusy(false)
    if (sent) void message.success(t('mails.keptSent', { count: sent.count }))
    onChange()
  }
  if (isSending && !count) return null
  return (
    <p className="service-note">
      {t(isSending ? 'mails.keptQueue' : 'mails.folderQueue')}{' '}
      <a href={addressOf(mails.links, {})} download>
        {t('mails.downloadLinks')}
      </a>
      {isSending && (
        <Button size="small" type="primary" className="mail-send-kept" loading={isBusy} onClick={send}>
          {t('mails.sendKept', { count })}
        </Button>
      )}
    </p>
  )
}
