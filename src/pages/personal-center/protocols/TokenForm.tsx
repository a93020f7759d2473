import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { AccessTokenDraft, account, TokenScope } from '#contract/account.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../widgets/FormEnd.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import type { KeyFormProps } from './KeySection.tsx'
import { Validity } from './Validity.tsx'

const { name, scope, validityDays } = AccessTokenDraft.shape
const fields = { shape: { keyName: name, scope, validityDays } }
const USUAL_DAYS = 90

type Values = Omit<InputOf<typeof account.addToken>, 'name'> & { keyName: string }

/** A new access token: its rights and its validity. */
export function TokenForm({ onMade, onClose }: KeyFormProps) {
  const { t } = useTranslation()
  const field = useFields(fields, 'account')
  const [form] = Form.useForm<Values>()
  const task = useFormTask(form, renamed({ name: 'keyName' }))

  const make = ({ keyName, ...rest }: Values) =>
    task.run(async () => {
      const { token } = await call(account.addToken, { name: keyName, ...rest }, { quiet: true })
      onMade(token)
    })
  return (
    <Form
      form={form}
      layout="vertical"
      className="personal-form"
      requiredMark={false}
      initialValues={{ scope: 'read', validityDays: USUAL_DAYS }}
      onFinish={make}
    >
      <Form.Item {...field('keyName')}>
        <Input autoFocus placeholder={t('account.tokens.placeholder')} />
      </Form.Item>
      <Form.Item {...field('scope')} extra={t('account.tokens.never')}>
        <Radio.Group className="choices">
          {TokenScope.options.map((one) => (
            <Radio key={one} value={one}>
              {t(`account.scopes.${one}`)}
              <small>{t(`account.scopeHints.${one}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Validity item={field('validityDays')} emptyHint="" />
      <FormEnd {...task} submit={t('account.keys.make')} onCancel={onClose} />
    </Form>
  )
}
