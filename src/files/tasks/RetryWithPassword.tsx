import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '#providers/use-task.ts'

type Props = { title: string; retry: (secret: string) => Promise<unknown>; onClose: () => void }

/** Asks for the password again, because it was deleted when the task ended. */
export function RetryWithPassword({ title, retry, onClose }: Props) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState('')
  const { isBusy, problem, run } = useTask()
  const finish = () =>
    void run(async () => {
      await retry(secret)
      onClose()
    })
  return (
    <Modal
      open
      title={t('tasks.retryTitle', { title })}
      okText={t('tasks.retry')}
      okButtonProps={{ disabled: !secret }}
      confirmLoading={isBusy}
      onOk={finish}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={finish}>
        <Form.Item label={t('tasks.password')} htmlFor="task-password" extra={t('tasks.passwordHint')}>
          <Input.Password
            id="task-password"
            value={secret}
            autoComplete="off"
            onChange={(event) => setSecret(event.target.value)}
            autoFocus
          />
        </Form.Item>
      </Form>
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}
