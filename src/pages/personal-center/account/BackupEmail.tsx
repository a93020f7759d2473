import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account, type Profile } from '#contract/account.ts'
import { Email } from '#contract/session.ts'
import { call } from '#providers/call.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { renamed, useFormTask, useTask } from '#providers/use-task.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { keys } from '../queries.ts'

/** The backup address and the state of its confirmation. */
export function BackupEmail({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const task = useTask()
  const sendsMail = useSendsMail()
  const keep = (next: Profile) => void client.setQueryData(keys.profile, next)

  const waiting = sendsMail ? 'account.backup.waitingHint' : 'account.backup.keptHint'
  const sendAgain = () =>
    task.run(async () => {
      keep(await call(account.setBackupEmail, { spareEmail: profile.backupEmail }, { quiet: true }))
      void message.success(t(sendsMail ? 'account.backup.sent' : 'account.backup.kept', { email: profile.backupEmail }))
    })
  const remove = () =>
    modal.confirm({
      title: t('account.backup.removeAsk', { email: profile.backupEmail }),
      content: t('account.backup.removeLoss'),
      okText: t('account.backup.remove'),
      okButtonProps: { danger: true },
      onOk: () =>
        void task.run(async () => keep(await call(account.setBackupEmail, { spareEmail: '' }, { quiet: true }))),
    })

  if (profile.backupEmail === '' || isChanging)
    return <BackupForm profile={profile} onKeep={keep} onClose={() => setChanging(false)} />
  return (
    <>
      <div className="personal-row">
        <div>
          <strong>{profile.backupEmail}</strong>
          <small>{profile.isBackupVerified ? t('account.backup.confirmedHint') : t(waiting)}</small>
        </div>
        <span className={`tag ${profile.isBackupVerified ? 'public' : 'restricted'}`}>
          {profile.isBackupVerified ? t('account.backup.confirmed') : t('account.backup.waiting')}
        </span>
        <div className="buttons">
          {!profile.isBackupVerified && (
            <Button loading={task.isBusy} onClick={sendAgain}>
              {t(sendsMail ? 'account.backup.again' : 'account.backup.ask')}
            </Button>
          )}
          <Button onClick={() => setChanging(true)}>{t('account.backup.change')}</Button>
          <Button type="text" danger onClick={remove}>
            {t('account.backup.remove')}
          </Button>
        </div>
      </div>
      <Problem text={task.problem} />
    </>
  )
}

type FormProps = { profile: Profile; onKeep: (next: Profile) => void; onClose: () => void }

function BackupForm({ profile, onKeep, onClose }: FormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const sendsMail = useSendsMail()
  const [form] = Form.useForm<{ spareEmail: string }>()
  const task = useFormTask(form, renamed({ emailAccounts: 'spareEmail' }))

  const send = (values: { spareEmail: string }) =>
    task.run(async () => {
      onKeep(await call(account.setBackupEmail, values, { quiet: true }))
      void message.success(t(sendsMail ? 'account.backup.sent' : 'account.backup.kept', { email: values.spareEmail }))
      onClose()
    })

  const wellFormed = async (_rule: unknown, value: string | undefined) => {
    if (!value || !Email.safeParse(value).success) throw new Error(t('session.login.emailAccounts.invalid'))
  }
  return (
    <Form form={form} layout="vertical" className="personal-form narrow" requiredMark={false} onFinish={send}>
      <Form.Item
        name="spareEmail"
        label={t('account.backup.address')}
        rules={[{ validator: wellFormed }]}
        validateTrigger={['onBlur', 'onSubmit']}
        normalize={(value: string) => value.trim()}
      >
        <Input inputMode="email" autoComplete="off" autoFocus={profile.backupEmail !== ''} />
      </Form.Item>
      <Problem text={task.problem} />
      <div className="buttons">
        <Button type="primary" htmlType="submit" loading={task.isBusy}>
          {t(sendsMail ? 'account.backup.send' : 'account.backup.ask')}
        </Button>
        {profile.backupEmail && <Button onClick={onClose}>{t('common.cancel')}</Button>}
      </div>
    </Form>
  )
}
