import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account, type Profile, ProfileChange } from '#contract/account.ts'
import { PERSON_NAME_MAX, PROFILE_MAX, UNIT_MAX } from '#contract/core/limits.ts'
import { call } from '#providers/call.ts'
import { currentUser, setUser } from '#providers/session.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { useUnsaved } from '../../../widgets/Unsaved.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import { keys } from '../queries.ts'

const names = Object.keys(ProfileChange.shape) as (keyof ProfileChange)[]

/** The user's profile; leaving with unsaved changes asks first. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const field = useFields(ProfileChange, 'account')
  const [form] = Form.useForm<ProfileChange>()
  const [isChanged, setChanged] = useState(false)
  useUnsaved(isChanged)
  const task = useFormTask(form)

  const compare = (_changed: unknown, values: Partial<ProfileChange>) =>
    setChanged(names.some((name) => (values[name] ?? '') !== profile[name]))
  const undo = () => {
    form.resetFields()
    task.clear()
    setChanged(false)
  }
  const save = (change: ProfileChange) =>
    task.run(async () => {
      const next = await call(account.update, change, { quiet: true })
      client.setQueryData(keys.profile, next)
      form.setFieldsValue(next)
      setChanged(false)
      const user = currentUser()
      if (user) setUser({ ...user, name: next.name })
      void message.success(t('account.saved'))
    })

  return (
    <Form
      form={form}
      layout="vertical"
      className="personal-form"
      initialValues={profile}
      scrollToFirstError
      onValuesChange={compare}
      onFinish={save}
    >
      <div className="pair">
        <Form.Item {...field('name')}>
          <Input maxLength={PERSON_NAME_MAX} autoComplete="name" />
        </Form.Item>
        <Form.Item {...field('englishName')}>
          <Input maxLength={PERSON_NAME_MAX} />
        </Form.Item>
        <Form.Item {...field('orgChineseName')}>
          <Input maxLength={UNIT_MAX} autoComplete="organization" />
        </Form.Item>
        <Form.Item {...field('orgEnglishName')}>
          <Input maxLength={UNIT_MAX} />
        </Form.Item>
        <Form.Item {...field('telephone')}>
          <Input inputMode="tel" autoComplete="tel-national" />
        </Form.Item>
        <Form.Item {...field('orcId')}>
          <Input placeholder={t('account.orcId.placeholder')} spellCheck={false} />
        </Form.Item>
      </div>
      <Form.Item {...field('introduction')}>
        <Input.TextArea rows={4} maxLength={PROFILE_MAX} showCount />
      </Form.Item>
      <Problem text={task.problem} />
      <div className="buttons">
        <Button type="primary" htmlType="submit" disabled={!isChanged} loading={task.isBusy}>
          {t('account.save')}
        </Button>
        {isChanged && <Button onClick={undo}>{t('account.undo')}</Button>}
      </div>
    </Form>
  )
}
