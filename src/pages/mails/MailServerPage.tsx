import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataOf } from '#contract/core/operation.ts'
import { type MailServer, mails } from '#contract/mails.ts'
import { call } from '#providers/call.ts'
import { useKeptForm } from '#providers/kept-form.ts'
import { setSendsMail } from '#providers/sends-mail.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../widgets/FormEnd.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../widgets/Skeleton.tsx'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import { MailServerForm, type MailServerValues } from './MailServerForm.tsx'
import { MailTest } from './MailTest.tsx'
import { mailServerKey } from './mail-keys.ts'

/** The server that sends the mails, or the folder that they are written to instead. */
export function MailServerPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: mailServerKey,
    queryFn: ({ signal }) => call(mails.server, {}, { quiet: true, signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isLoading)
    return (
      <div className="mail-server-editor">
        <FormSkeleton fields={6} />
      </div>
    )
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
  const [reached, setReached] = useState<DataOf<typeof mails.check> | null>(null)
  const { run, isBusy, problem, showFailure } = useFormTask(form)

  useKeptForm('mail server', {
    typed() {
      const { password: _secret, ...typed } = form.getFieldsValue(true) as MailServerValues
      return isDirty ? typed : null
    },
    restore(typed) {
      form.setFieldsValue(typed)
      setDirty(true)
      void message.info(t('common.restored'))
    },
  })

  const save = () =>
    run(async () => {
      setReached(null)
      const saved = await call(mails.setServer, form.getFieldsValue(true), { quiet: true })
      client.setQueryData(mailServerKey, saved)
      setSendsMail(saved.kind !== 'file')
      form.setFieldsValue({ ...saved, password: undefined })
      setDirty(false)
      void message.success(t('mails.saved'))
      // It is saved in any case; an answer may take as long as the server is waited for.
      if (saved.kind === 'smtp') void call(mails.check, {}, { quiet: true }).then(setReached, () => {})
    })
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
        <MailServerForm form={form} server={server} onValuesChange={() => setDirty(true)} onFinish={save}>
          {!server.isFixed && (
            <FormEnd submit={t('mails.save')} isBusy={isBusy} problem={problem}>
              {isDirty && t('mails.notSaved')}
            </FormEnd>
          )}
        </MailServerForm>
        {reached && !reached.isOk && (
          <div className="service-note mail-unreached" role="alert">
            {t('mails.unreached')} {reached.advice}
            <code>{reached.answered}</code>
          </div>
        )}
      </div>
      <MailTest read={read} showFailure={showFailure} />
    </div>
  )
}
