import { useForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { useUser } from '#providers/session.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useUserCache } from './cache.ts'
import { refusalOf } from './failure.ts'
import { UserForm } from './form.tsx'

/** Only changed values are sent: an unchanged role keeps its source. */
function changesOf(user: User, values: Partial<User>): Partial<User> {
  const changed = Object.entries(values).filter(([name, value]) => (value ?? '') !== user[name as keyof User])
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? '']))
}

export type EditProps = {
  user: User
  /** Closes the form; asks first when there are unsaved changes. */
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

export function EditUser({ user, onClose, onDone, onDirty }: EditProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useUserCache()
  const isMe = useUser()?.userId === user.id
  const [refusal, setRefusal] = useState('')
  const { formProps, formLoading } = useForm<User, HttpError, Partial<User>>({
    resource: 'users',
    action: 'edit',
    id: user.id,
    redirect: false,
    queryOptions: { enabled: false },
    invalidates: [],
    successNotification: false,
    errorNotification: false,
    warnWhenUnsavedChanges: false,
    onMutationSuccess: ({ data }) => {
      void message.success(t('users.saved'))
      cache.put(data)
      onDone()
    },
    onMutationError: (error) => setRefusal(refusalOf(error)),
  })
  useEffect(() => () => onDirty(false), [onDirty])
  return (
    <UserForm
      {...formProps}
      onFinish={(values: Partial<User>) => {
        const changes = changesOf(user, values)
        if (Object.keys(changes).length) formProps.onFinish?.(changes)
        else onDone()
      }}
      onValuesChange={(_changed, values: Partial<User>) => onDirty(Object.keys(changesOf(user, values)).length > 0)}
      initialValues={user}
      {...(isMe && { roleReason: t('users.notYourself') })}
    >
      <FormEnd submit={t('users.save')} isBusy={formLoading} problem={refusal} onCancel={onClose} />
    </UserForm>
  )
}
