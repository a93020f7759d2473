import { Form, type FormProps, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PERSON_NAME_MAX, PROFILE_MAX, UNIT_MAX } from '#contract/core/limits.ts'
import { Role } from '#contract/session.ts'
import { UserDraft } from '#contract/users.ts'
import { useFields } from '../../src/widgets/use-fields.ts'

type Props = Omit<FormProps, 'children'> & {
  /** Why the role cannot be chosen; absent when it can. */
  roleReason?: string
  /** The end of the form. */
  children: ReactNode
}

/** The fields for a person's identity and role. */
export function UserForm({ roleReason, children, ...props }: Props) {
  const { t } = useTranslation()
  const field = useFields(UserDraft, 'users')
  return (
    <Form layout="vertical" requiredMark scrollToFirstError className="user-form" {...props}>
      <Form.Item {...field('emailAccounts')} normalize={(value: string) => value.trim()}>
        <Input inputMode="email" maxLength={254} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item {...field('role')} extra={roleReason ?? t('users.role.hint')}>
        <Select
          disabled={roleReason !== undefined}
          options={Role.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
        />
      </Form.Item>
      <Form.Item {...field('name')}>
        <Input maxLength={PERSON_NAME_MAX} autoComplete="off" />
      </Form.Item>
      <Form.Item {...field('englishName')}>
        <Input maxLength={PERSON_NAME_MAX} autoComplete="off" />
      </Form.Item>
      <Form.Item {...field('orgChineseName')}>
        <Input maxLength={UNIT_MAX} autoComplete="off" />
      </Form.Item>
      <Form.Item {...field('orgEnglishName')}>
        <Input maxLength={UNIT_MAX} autoComplete="off" />
      </Form.Item>
      <Form.Item {...field('telephone')}>
        <Input type="tel" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item {...field('orcId')}>
        <Input maxLength={19} placeholder="0000-0002-1825-0097" autoComplete="off" />
      </Form.Item>
      <Form.Item {...field('introduction')} className="wide">
        <Input.TextArea rows={3} maxLength={PROFILE_MAX} showCount />
      </Form.Item>
      {children}
    </Form>
  )
}
