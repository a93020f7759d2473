import { App, Button, Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account, type SecondSteps } from '#contract/account.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useFormTask, useTask } from '#providers/use-task.ts'
import { CopyField } from '../../../widgets/CopyField.tsx'
import { FormEnd, Problem } from '../../../widgets/FormEnd.tsx'
import { Section, When } from '../parts.tsx'

type Props = { steps: SecondSteps; onChange: (codes?: string[]) => Promise<void> }
type Secret = DataOf<typeof account.beginTotp>

/** The authenticator app (RFC 6238): switching it on, moving it to another phone, switching it off. */
export function AuthenticatorApp({ steps, onChange }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [secret, setSecret] = useState<Secret | null>(null)
  const task = useTask()

  const begin = () => task.run(async () => setSecret(await call(account.beginTotp, {}, { quiet: true })))
  const remove = () =>
    modal.confirm({
      title: t('account.totp.removeAsk'),
      content: t('account.totp.removeLoss'),
      okText: t('account.totp.remove'),
      okButtonProps: { danger: true },
      onOk: () =>
        void task.run(async () => {
          await call(account.removeTotp, {}, { quiet: true })
          await onChange()
        }),
    })
  return (
    <Section title={t('account.totp.title')} hint={t('account.totp.hint')}>
      <div className="personal-row">
        <div>
          <strong>{steps.totpSince ? t('account.totp.isOn') : t('account.totp.isOff')}</strong>
          <small>
            {steps.totpSince ? t('account.totp.since') : t('account.totp.offHint')}
            {steps.totpSince && <When at={steps.totpSince} />}
          </small>
        </div>
        <div className="buttons">
          <Button type={steps.totpSince ? 'default' : 'primary'} loading={task.isBusy} onClick={begin}>
            {steps.totpSince ? t('account.totp.move') : t('account.totp.add')}
          </Button>
          {steps.totpSince && (
            <Button type="text" danger onClick={remove}>
              {t('account.totp.remove')}
            </Button>
          )}
        </div>
      </div>
      <Problem text={task.problem} />
      <Modal
        open={secret !== null}
        title={t('account.totp.add')}
        footer={null}
        destroyOnHidden
        mask={{ closable: false }}
        onCancel={() => setSecret(null)}
      >
        {secret && <Setup secret={secret} onDone={onChange} onClose={() => setSecret(null)} />}
      </Modal>
    </Section>
  )
}

/** The secret's address as a QR code, drawn in the browser so that it is sent nowhere. */
function useQr(uri: string): string {
  const [picture, setPicture] = useState('')
  useEffect(() => {
    const draw = async () => {
      const { renderSVG } = await import('uqr')
      setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`)
    }
    // Without the QR code the secret can still be typed.
    void draw().catch(() => setPicture(''))
  }, [uri])
  return picture
}

type SetupProps = { secret: Secret; onDone: (codes: string[]) => Promise<void>; onClose: () => void }

function Setup({ secret, onDone, onClose }: SetupProps) {
  const { t } = useTranslation()
  const picture = useQr(secret.uri)
  const { message } = App.useApp()
  const [form] = Form.useForm<{ code: string }>()
  const task = useFormTask(form)

  const confirm = (values: { code: string }) =>
    task.run(async () => {
      const { recoveryCodes } = await call(account.confirmTotp, values, { quiet: true })
      onClose()
      void message.success(t('account.totp.done'))
      await onDone(recoveryCodes)
    })

  const sixDigits = async (_rule: unknown, value: string | undefined) => {
    if (!account.confirmTotp.input.shape.code.safeParse(value ?? '').success)
      throw new Error(t('account.totp.sixDigits'))
  }
  return (
    <div className="totp-setup">
      <ol>
        <li>
          {t('account.totp.scan')}
          <div className="qr">
            {picture ? <img src={picture} alt={t('account.totp.qr')} /> : <div className="skeleton" />}
          </div>
        </li>
        <li>
          {t('account.totp.type')}
          <CopyField label={t('account.totp.secret')} value={secret.secret} />
        </li>
        <li>
          {t('account.totp.enter')}
          <Form form={form} layout="vertical" onFinish={confirm}>
            <Form.Item
              name="code"
              rules={[{ validator: sixDigits }]}
              validateTrigger="onSubmit"
              normalize={(value: string) => value.replaceAll(/\s/g, '')}
            >
              <Input
                aria-label={t('account.totp.code')}
                placeholder={t('account.totp.code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
              />
            </Form.Item>
            <FormEnd {...task} submit={t('account.totp.confirm')} onCancel={onClose} />
          </Form>
        </li>
      </ol>
    </div>
  )
}
