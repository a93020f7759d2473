import { Form, type FormInstance, Input, InputNumber, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { type MailServer, MailServerChange } from '#contract/mails.ts'
import { useFields } from '../../widgets/use-fields.ts'
import { SecretField } from '../SecretField.tsx'

export type MailServerValues = z.input<typeof MailServerChange>
type Props = {
  form: FormInstance<MailServerValues>
  server: MailServer
  onValuesChange: () => void
  onFinish: () => void
  children: ReactNode
}

const kinds = ['smtp', 'sendmail', 'file'] as const
const securities = ['starttls', 'tls', 'none'] as const
/** Default ports by encryption (RFC 6409, RFC 8314, RFC 5321). */
const PORTS = { starttls: 587, tls: 465, none: 25 } as const
const isCustomary = (port: unknown) => Object.values(PORTS).some((custom) => custom === port)

export function MailServerForm({ form, server, onValuesChange, onFinish, children }: Props) {
  const { t } = useTranslation()
  const field = useFields(MailServerChange, 'mails')
  const kind = Form.useWatch('kind', form) ?? server.kind
  const sender = field('from')
  // The schema allows an empty sender, for a folder; mail that leaves needs one.
  const senderNeeded = { required: kind !== 'file', whitespace: true, message: t('mails.from.missing') }
  const { host, port, security, account, from, fromName } = server

  function changed(change: Partial<MailServerValues>) {
    // The port changes along, unless another one than the default was entered.
    if (change.security && isCustomary(form.getFieldValue('port')))
      form.setFieldsValue({ port: PORTS[change.security] })
    onValuesChange()
  }
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={server.isFixed}
      initialValues={{ kind: server.kind, host, port, security, account, from, fromName }}
      onValuesChange={changed}
      onFinish={onFinish}
      className="mail-server"
    >
      <Form.Item {...field('kind')} required={false} className="wide">
        <Radio.Group className="choices">
          {kinds
            .filter((value) => value !== 'sendmail' || server.hasSendmail)
            .map((value) => (
              <Radio key={value} value={value}>
                {t(`mails.serverKinds.${value}`)}
                <small>{t(`mails.serverKindHints.${value}`)}</small>
              </Radio>
            ))}
        </Radio.Group>
      </Form.Item>
      {kind === 'smtp' && <Smtp hasPassword={server.hasPassword} isFixed={server.isFixed} />}
      <Form.Item
        {...sender}
        required={kind !== 'file'}
        rules={[senderNeeded, ...(sender.rules ?? [])]}
        extra={t('mails.hints.from')}
      >
        <Input className="mono" autoComplete="off" inputMode="email" />
      </Form.Item>
      <Form.Item {...field('fromName')} extra={t('mails.hints.fromName')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      {children}
    </Form>
  )
}

function Smtp({ hasPassword, isFixed }: { hasPassword: boolean; isFixed: boolean }) {
  const { t } = useTranslation()
  const field = useFields(MailServerChange, 'mails')
  const host = field('host')
  // The schema allows an empty host, for a folder; a server needs one.
  const hostNeeded = { required: true, whitespace: true, message: t('mails.serverWrong') }
  return (
    <>
      <Form.Item {...host} required rules={[hostNeeded, ...(host.rules ?? [])]}>
        <Input className="mono" placeholder="smtp.example.org" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item {...field('port')}>
        <InputNumber controls={false} />
      </Form.Item>
      <Form.Item {...field('security')} required={false} className="wide">
        <Radio.Group
          className="mail-securities"
          options={securities.map((value) => ({ value, label: t(`mails.securities.${value}`) }))}
        />
      </Form.Item>
      <Form.Item {...field('account')} extra={t('mails.hints.account')}>
        <Input className="mono" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="password" label={t('mails.password.label')} extra={t('mails.hints.password')}>
        <SecretField label={t('mails.password.label')} isSet={hasPassword} disabled={isFixed} />
      </Form.Item>
    </>
  )
}
