import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { InvitationDraft, users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import type { Made } from './new-code.tsx'

type Draft = InputOf<typeof users.addInvitation>
const roles = ['role_general', 'role_senior'] as const
const start: Draft = { emailAccounts: '', role: 'role_general', uses: 1, validityDays: 7 }

/** The form of a new invitation code: its recipient, number of uses and validity. */
export function InvitationForm({ onMade }: { onMade: (made: Made) => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Draft>()
  const { run, isBusy, problem } = useFormTask(form)
  const field = useFields(InvitationDraft, 'users')
  const email = Form.useWatch('emailAccounts', form)

  const make = (draft: Draft) =>
    run(async () =>
      // A code for one address needs one use: after that the person has an account.
      onMade(await call(users.addInvitation, draft.emailAccounts ? { ...draft, uses: 1 } : draft, { quiet: true })),
    )
  return (
    <Form form={form} layout="vertical" className="user-form invitation-form" initialValues={start} onFinish={make}>
      <Form.Item
        {...field('emailAccounts')}
        label={t('users.invitations.for')}
        required={false}
        rules={[{ type: 'email', message: t('users.emailAccounts.invalid') }]}
        extra={t('users.invitations.forHint')}
        normalize={(value: string) => value.trim()}
        className="wide"
      >
        <Input inputMode="email" maxLength={254} autoComplete="off" placeholder={t('users.invitations.anybody')} />
      </Form.Item>
      <Form.Item {...field('role')}>
        <Select options={roles.map((value) => ({ value, label: t(`shell.roles.${value}`) }))} />
      </Form.Item>
      {!email && (
        <Form.Item {...field('uses')}>
          <InputNumber />
        </Form.Item>
      )}
      <Form.Item {...field('validityDays')}>
        <InputNumber />
      </Form.Item>
      <div className="wide">
        <Problem text={problem} />
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('users.invitations.make')}
        </Button>
      </div>
    </Form>
  )
}
