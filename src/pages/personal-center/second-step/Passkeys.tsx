import { App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account, type SecondSteps } from '#contract/account.ts'
import { call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../widgets/FormEnd.tsx'
import { useFields } from '../../../widgets/use-fields.ts'
import { KeyRow } from '../KeyRow.tsx'
import { Section } from '../parts.tsx'
import { addPasskey, hasPasskeys, NoPasskey } from './passkey.ts'

type Props = { steps: SecondSteps; onChange: (codes?: string[]) => Promise<void> }

/** The user's passkeys, and a button to add one. */
export function Passkeys({ steps, onChange }: Props) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const remove = async (id: string) => {
    await call(account.removePasskey, { id }, { quiet: true })
    await onChange()
  }
  const add = (
    <Button disabled={!hasPasskeys()} onClick={() => setAdding(true)}>
      {t('account.passkeys.add')}
    </Button>
  )
  return (
    <Section title={t('account.passkeys.title')} hint={t('account.passkeys.hint')} action={add}>
      {!hasPasskeys() && <p className="personal-note">{t('account.passkeys.unsupported')}</p>}
      {steps.passkeys.length > 0 ? (
        <ul className="personal-list">
          {steps.passkeys.map((passkey) => (
            <KeyRow
              key={passkey.id}
              properties={passkey}
              ask={{
                title: t('account.passkeys.removeAsk', { name: passkey.name }),
                loss: t('account.passkeys.removeLoss'),
              }}
              onRemove={() => remove(passkey.id)}
            />
          ))}
        </ul>
      ) : (
        <p className="personal-none">{t('account.passkeys.none')}</p>
      )}
      <Modal
        open={isAdding}
        title={t('account.passkeys.add')}
        footer={null}
        destroyOnHidden
        onCancel={() => setAdding(false)}
      >
        <NameForm onClose={() => setAdding(false)} onDone={onChange} />
      </Modal>
    </Section>
  )
}

const fields = { shape: { keyName: account.addPasskey.input.shape.name } }

function NameForm({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => Promise<void> }) {
  const { t } = useTranslation()
  const field = useFields(fields, 'account')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ keyName: string }>()
  const task = useFormTask(form, renamed({ name: 'keyName' }))
  const [refusal, setRefusal] = useState('')

  const add = ({ keyName }: { keyName: string }) =>
    task.run(async () => {
      setRefusal('')
      try {
        const { recoveryCodes } = await addPasskey(keyName)
        onClose()
        void message.success(t('account.passkeys.added', { name: keyName }))
        await onDone(recoveryCodes)
      } catch (failure) {
        if (!(failure instanceof NoPasskey)) throw failure
        setRefusal(t(`account.passkeys.${failure.why}`))
      }
    })
  return (
    <Form form={form} layout="vertical" className="personal-form" requiredMark={false} onFinish={add}>
      <Form.Item {...field('keyName')} extra={t('account.passkeys.nameHint')}>
        <Input autoFocus placeholder={t('account.passkeys.placeholder')} />
      </Form.Item>
      <FormEnd
        problem={task.problem || refusal}
        isBusy={task.isBusy}
        submit={t('account.passkeys.continue')}
        onCancel={onClose}
      />
    </Form>
  )
}
