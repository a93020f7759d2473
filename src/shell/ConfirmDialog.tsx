import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Skeleton, theme } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { CONFIRM_MS } from '#contract/core/limits.ts'
import { signInAnew } from '#providers/auth.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { besideField, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../widgets/FormEnd.tsx'
import { NotLoaded } from '../widgets/NotLoaded.tsx'

type AnswerProof = (isProven: boolean) => void
type Props = { answer: AnswerProof | null; isOpen: boolean; onClose: () => void }

/** Dialogs in dialogs and drawers rise with their depth, up to 1000 above the lowest. */
const ABOVE_EVERY_DIALOG = 1001

/** The identity confirmation, above the dialog that needs it. `answer` is null once the question is answered. */
export function ConfirmDialog({ answer, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const { token } = theme.useToken()
  const body = useRef<HTMLDivElement>(null)
  /** Focuses the form once the dialog is open, because the opening dialog takes the focus. */
  const focus = (isThere: boolean) => {
    if (isThere) body.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }
  return (
    <Modal
      open={isOpen}
      title={t('account.confirm.title')}
      width={420}
      zIndex={token.zIndexPopupBase + ABOVE_EVERY_DIALOG}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      afterOpenChange={focus}
      onCancel={onClose}
    >
      <div ref={body}>{answer && <Proof answer={answer} />}</div>
    </Modal>
  )
}

/** The available means of confirmation: the password, else a second-step code, else signing in again. */
async function askMeans() {
  const quiet = { quiet: true }
  const [profile, steps] = await Promise.all([call(account.profile, {}, quiet), call(account.secondSteps, {}, quiet)])
  if (profile.hasPassword) return 'password'
  return steps.totpSince !== null || steps.recoveryLeft > 0 ? 'code' : 'nothing'
}

function Proof({ answer }: { answer: AnswerProof }) {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: ['account', 'means'], queryFn: askMeans, staleTime: 0, gcTime: 0 })
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (query.isError) return <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  if (query.data === 'nothing')
    return (
      <div className="proof">
        <p>{t('account.confirm.nothing')}</p>
        <Button type="primary" onClick={signInAnew}>
          {t('account.confirm.signInAgain')}
        </Button>
      </div>
    )
  return <ProofForm means={query.data} answer={answer} />
}

function ProofForm({ means, answer }: { means: 'password' | 'code'; answer: AnswerProof }) {
  const { t } = useTranslation()
  const user = useUser()
  const [form] = Form.useForm<{ proof: string }>()
  const { run, isBusy } = useFormTask(form, besideField('proof'))

  const prove = ({ proof }: { proof: string }) =>
    run(async () => {
      await call(account.confirm, { [means]: proof }, { quiet: true })
      answer(true)
    })
  const given = async (_rule: unknown, value: string | undefined) => {
    const field = account.confirm.input.shape[means]
    if (!value || !field.safeParse(value).success) throw new Error(t(`account.confirm.${means}Missing`))
  }
  return (
    <Form form={form} layout="vertical" className="proof" onFinish={prove} requiredMark={false}>
      <p>{t(`account.confirm.${means}Hint`, { minutes: CONFIRM_MS / 60_000 })}</p>
      <input type="email" autoComplete="username" value={user?.emailAccounts ?? ''} readOnly hidden />
      <Form.Item
        name="proof"
        label={t(`account.confirm.${means}`)}
        rules={[{ validator: given }]}
        validateTrigger="onSubmit"
      >
        {means === 'password' ? (
          <Input.Password autoFocus autoComplete="current-password" />
        ) : (
          <Input autoFocus autoComplete="one-time-code" spellCheck={false} />
        )}
      </Form.Item>
      <FormEnd submit={t('account.confirm.submit')} isBusy={isBusy} onCancel={() => answer(false)} />
    </Form>
  )
}
