import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type AppPassword, AppPasswordDraft, account, Protocol } from '#contract/account.ts'
import { call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../widgets/FormEnd.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import type { KeyFormProps } from './KeySection.tsx'
import { Reach } from './Reach.tsx'
import { Validity } from './Validity.tsx'

const { name, protocols, spaceId, validityDays } = AppPasswordDraft.shape
const fields = { shape: { keyName: name, protocols, spaceId, validityDays } }
/** Default validity: a year, long enough for a workstation and short enough to be reviewed. */
const USUAL_DAYS = 365

type Values = {
  keyName: string
  protocols: AppPassword['protocols']
  reach: 'all' | 'one'
  spaceId?: string
  validityDays?: number
}

/** A new app password: its protocols, its spaces and its validity. */
export function AppPasswordForm({ onMade, onClose }: KeyFormProps) {
  const { t } = useTranslation()
  const field = useFields(fields, 'account')
  const [form] = Form.useForm<Values>()
  const task = useFormTask(form, renamed({ name: 'keyName' }))

  const make = ({ keyName, reach: _reach, ...rest }: Values) =>
    task.run(async () => {
      const { password } = await call(account.addAppPassword, { name: keyName, ...rest }, { quiet: true })
      onMade(password)
    })
  return (
    <Form
      form={form}
      layout="vertical"
      className="personal-form"
      requiredMark={false}
      initialValues={{ protocols: Protocol.options, reach: 'all', validityDays: USUAL_DAYS }}
      onFinish={make}
    >
      <Form.Item {...field('keyName')}>
        <Input autoFocus placeholder={t('account.appPasswords.placeholder')} />
      </Form.Item>
      <Form.Item {...field('protocols')} required={false}>
        <Checkbox.Group
          options={Protocol.options.map((value) => ({ value, label: t(`account.protocols.${value}`) }))}
        />
      </Form.Item>
      <Reach item={field('spaceId')} />
      <Validity item={field('validityDays')} emptyHint={t('account.validityDays.mayBeEmpty')} />
      <FormEnd {...task} submit={t('account.keys.make')} onCancel={onClose} />
    </Form>
  )
}
