import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type MailServer, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import { showInForm } from '../show-in-form.ts'
import { MailServerForm, type MailServerValues } from './MailServerForm.tsx'
import { MailTest } from './MailTest.tsx'
import { mailServerKey } from './mail-keys.ts'

/** The server that mail leaves by, or the folder that stands in for one. */
export function MailServerPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: mailServerKey,
    queryFn: ({ signal }) => call(mails.server, {}, { quiet: true, signal }),
    // What is being typed must not be overwritten.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isLoading) return <div className="skeleton" style={{ height: 360, maxWidth: 960 }} />
  if (!query.data) {
    return <NotLoaded title={t('mails.loadFailed')} error={query.error} onRetry={query.refetch} />
  }
  return <MailServerEditor server={query.data} />
}

function MailServerEditor({ server }: { server: MailServer }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<MailServerValues>()
  const [isDirty, setDirty] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const showFailure = (failure: unknown) => showInForm(form, failure)

  async function save() {
    const isRight = await form.validateFields().then(
      () => true,
      () => false,
    )
    if (!isRight) return
    setBusy(true)
    setRefusal('')
    try {
      const saved = await callConfirmed(mails.setServer, form.getFieldsValue(true), { quiet: true })
      client.setQueryData(mailServerKey, saved)
      form.setFieldsValue({ ...saved, password: undefined })
      setDirty(false)
      void message.success(t('mails.saved'))
    } catch (failure) {
      setRefusal(showFailure(failure))
    } finally {
      setBusy(false)
    }
  }
  async function read() {
    const isRight = await form.validateFields().then(
      () => true,
      () => false,
    )
    return isRight ? (form.getFieldsValue(true) as MailServerValues) : null
  }
  return (
    <div className="mail-server-editor">
      <Unsaved isDirty={isDirty} />
      <div className="mail-panel">
        {server.isFixed && <p className="service-note">{t('mails.fixedHint')}</p>}
        {!server.isFixed && server.kind === 'file' && (
          <p className="service-note">
            {t('mails.folderNow')} <Link to="?tab=queue">{t('mails.openQueue')}</Link>
          </p>
        )}
        <MailServerForm form={form} server={server} onValuesChange={() => setDirty(true)} />
        {refusal && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
        {!server.isFixed && (
          <div className="mail-save">
            <Button type="primary" loading={isBusy} onClick={save}>
              {t('mails.save')}
            </Button>
            {isDirty && <span>{t('mails.notSaved')}</span>}
          </div>
        )}
      </div>
      <MailTest read={read} showFailure={showFailure} />
    </div>
  )
}
