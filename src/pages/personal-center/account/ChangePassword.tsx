import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, type Profile } from '#contract/account.ts'
import { type CallFailure, call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import { keys } from '../queries.ts'
import { PasswordMeter } from './PasswordMeter.tsx'

type Values = { origPwd?: string; newPwd: string; conPwd: string }
/** The fields by their names in the error table, which are those of registration. */
const fieldsOf = (failure: CallFailure) =>
  renamed(
    failure.error === 'wrongPassword' ? { password: 'origPwd' } : { password: 'newPwd', confirmPassword: 'conPwd' },
  )(failure)

/** Changes the password, or sets the first one. */
export function ChangePassword({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const field = useFields(account.changePassword.input, 'account')
  const [form] = Form.useForm<Values>()
  const newPwd = Form.useWatch('newPwd', form) ?? ''
  const task = useFormTask(form, fieldsOf)

  const change = (values: Values) =>
    task.run(async () => {
      await call(account.changePassword, values, { quiet: true })
      form.resetFields()
      void message.success(profile.hasPassword ? t('account.password.changed') : t('account.password.wasSet'))
      await client.invalidateQueries({ queryKey: keys.profile })
      void client.invalidateQueries({ queryKey: keys.devices })
    })

  const given = async (_rule: unknown, value: string | undefined) => {
    if (!value) throw new Error(t('account.origPwd.missing'))
  }
  const same = async (_rule: unknown, value: string | undefined) => {
    if (value !== form.getFieldValue('newPwd')) throw new Error(t('account.conPwd.invalid'))
  }
  return (
    <Form form={form} layout="vertical" className="personal-form narrow" requiredMark={false} onFinish={change}>
      <input type="email" autoComplete="username" value={profile.emailAccounts} readOnly hidden />
      {profile.hasPassword && (
        <Form.Item {...field('origPwd')} rules={[{ validator: given }]} validateTrigger="onSubmit">
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item {...field('newPwd')} extra={<PasswordMeter password={newPwd} />}>
        <Input.Password autoComplete="new-password" aria-describedby="password-rules" />
      </Form.Item>
      <Form.Item {...field('conPwd')} dependencies={['newPwd']} rules={[{ validator: same }]}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Problem text={task.problem} />
      <Button type="primary" htmlType="submit" loading={task.isBusy}>
        {profile.hasPassword ? t('account.password.change') : t('account.password.set')}
      </Button>
    </Form>
  )
}
