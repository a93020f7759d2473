import { useForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { App, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, UserDraft } from '#contract/users.ts'
import { currentLang } from '#providers/i18n.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { useUserCache } from './cache.ts'
import { refusalOf } from './failure.ts'
import { UserForm } from './form.tsx'
import { useKeptMailOffer } from './kept-mail.ts'
import { MailLanguageSelect } from './mail-language.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** The form of a new account, in a drawer over the list. */
export function CreateUser({ isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  return (
    <GuardedDrawer
      title={t('users.create')}
      open={isOpen}
      isDirty={isDirty}
      onClose={onClose}
      size={600}
      destroyOnHidden
    >
      {(close, leave) => <NewUser onClose={close} onDone={leave} onDirty={setDirty} />}
    </GuardedDrawer>
  )
}

type FormProps = {
  /** Closes the drawer; asks first when there are unsaved changes. */
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

function NewUser({ onClose, onDone, onDirty }: FormProps) {
  const { t } = useTranslation()
  const field = useFields(UserDraft, 'users')
  const { message } = App.useApp()
  const cache = useUserCache()
  const sendsMail = useSendsMail()
  const offerLink = useKeptMailOffer()
  const [refusal, setRefusal] = useState('')
  const { run } = useTask()
  const { formProps, formLoading } = useForm<User, HttpError>({
    resource: 'users',
    action: 'create',
    redirect: false,
    successNotification: false,
    errorNotification: false,
    warnWhenUnsavedChanges: false,
    onMutationSuccess: ({ data }) => {
      const { name, emailAccounts: email } = data
      if (sendsMail) void message.success(t('users.created', { name, email }))
      else offerLink(t('users.createdKept', { name }), email)
      cache.renew()
      onDone()
    },
    onMutationError: (error) => setRefusal(refusalOf(error)),
  })
  useEffect(() => () => onDirty(false), [onDirty])
  return (
    <>
      <p className="users-hint">{t(sendsMail ? 'users.createHint' : 'users.createHintKept')}</p>
      <UserForm
        {...formProps}
        onFinish={(values) => run(async () => formProps.onFinish?.(values))}
        onValuesChange={() => onDirty(true)}
        initialValues={{ role: 'role_general', language: currentLang() }}
      >
        <Form.Item {...field('language')} extra={t('users.language.hint')}>
          <MailLanguageSelect />
        </Form.Item>
        <FormEnd submit={t('users.create')} isBusy={formLoading} problem={refusal} onCancel={onClose} />
      </UserForm>
    </>
  )
}
