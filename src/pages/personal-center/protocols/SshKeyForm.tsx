import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, SshKeyDraft } from '#contract/account.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../widgets/FormEnd.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import type { KeyFormProps } from './KeySection.tsx'
import { Reach } from './Reach.tsx'
import { Validity } from './Validity.tsx'

const { name, publicKey, spaceId, validityDays } = SshKeyDraft.shape
const fields = { shape: { publicKey, keyName: name, spaceId, validityDays } }
const USUAL_DAYS = 365

type Values = Omit<InputOf<typeof account.addSshKey>, 'name'> & { keyName: string; reach: 'all' | 'one' }

/** The comment at the end of a public key: usually the computer on which it was made. */
const commentOf = (line: string): string => line.trim().split(/\s+/).slice(2).join(' ').slice(0, 60)

/** A public key of one's own: its name, its spaces and its validity. */
export function SshKeyForm({ onMade, onClose }: KeyFormProps) {
  const { t } = useTranslation()
  const field = useFields(fields, 'account')
  const [form] = Form.useForm<Values>()
  const task = useFormTask(form, renamed({ name: 'keyName' }))

  const add = ({ keyName, reach: _reach, ...rest }: Values) =>
    task.run(async () => {
      await call(account.addSshKey, { name: keyName, ...rest }, { quiet: true })
      onMade()
    })
  const nameByComment = (line: string) => {
    if (!form.isFieldTouched('keyName')) form.setFieldValue('keyName', commentOf(line))
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className="personal-form"
      requiredMark={false}
      initialValues={{ reach: 'all', validityDays: USUAL_DAYS }}
      onFinish={add}
    >
      <Form.Item {...field('publicKey')} extra={t('account.publicKey.hint')}>
        <Input.TextArea
          autoFocus
          rows={4}
          spellCheck={false}
          className="mono"
          placeholder="ssh-ed25519 AAAA… name@computer"
          onChange={({ target }) => nameByComment(target.value)}
        />
      </Form.Item>
      <Form.Item {...field('keyName')}>
        <Input placeholder={t('account.sshKeys.placeholder')} />
      </Form.Item>
      <Reach item={field('spaceId')} />
      <Validity item={field('validityDays')} emptyHint={t('account.validityDays.mayBeEmpty')} />
      <FormEnd {...task} submit={t('account.sshKeys.submit')} onCancel={onClose} />
    </Form>
  )
}
