import { useQueryClient } from '@tanstack/react-query'
import { App, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import type { PublicMethod } from '#contract/sign-in.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../widgets/FormEnd.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import { keys } from '../queries.ts'

type Props = { method: PublicMethod | null; onClose: () => void }
type Values = { username: string; password: string }

/** Binds an account of the institution's directory by its name and password. */
export function DirectoryDialog({ method, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={method !== null}
      title={t('account.thirdParty.bindOne', { name: method?.name ?? '' })}
      footer={null}
      destroyOnHidden
      onCancel={onClose}
    >
      {method && <DirectoryForm method={method} onClose={onClose} />}
    </Modal>
  )
}

function DirectoryForm({ method, onClose }: { method: PublicMethod; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const field = useFields(account.bindDirectory.input, 'account')
  const [form] = Form.useForm<Values>()
  const task = useFormTask(form)

  const bind = (values: Values) =>
    task.run(async () => {
      await call(account.bindDirectory, { methodId: method.id, ...values }, { quiet: true })
      await client.invalidateQueries({ queryKey: keys.identities })
      void message.success(t('account.thirdParty.wasBound', { name: method.name }))
      onClose()
    })
  return (
    <Form form={form} layout="vertical" className="personal-form" requiredMark={false} onFinish={bind}>
      <Form.Item {...field('username')}>
        <Input autoFocus autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item {...field('password')}>
        <Input.Password autoComplete="off" />
      </Form.Item>
      <FormEnd {...task} submit={t('account.thirdParty.bind')} onCancel={onClose} />
    </Form>
  )
}
