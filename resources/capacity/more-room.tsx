import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvals } from '#contract/approvals.ts'
import { capacity } from '#contract/capacity.ts'
import { CAPACITY_MAX_GB, TEXT_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { CallFailure, call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatDateTime } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { useWhole } from '../../src/widgets/use-whole.ts'

const pendingKey = (spaceId: string) => ['space', spaceId, 'capacity']

/** A button that requests a larger capacity, or the pending request. Shown to users who may request it. */
export function MoreRoom({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const {
    data: pending,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: pendingKey(space.id),
    queryFn: () => call(approvals.pending, { spaceId: space.id, kind: 'capacity' }, { quiet: true }),
    staleTime: 0,
  })
  if (error && !pending) return <NotLoaded error={error} onRetry={refetch} isInline />
  if (pending)
    return (
      <div className="room-pending num" role="note">
        <b>{t('capacity.pending', { size: pending.size })}</b>
        <p>{pending.reason}</p>
        <small>
          {t('capacity.pendingBy', {
            name: pending.applicant,
            at: formatDateTime(pending.askedAt, i18n.language),
          })}
        </small>
        {pending.isMine && <Withdraw spaceId={space.id} request={pending} />}
      </div>
    )
  if (space.size >= CAPACITY_MAX_GB) return null
  return (
    <>
      <Button loading={isPending} onClick={() => setAsking(true)}>
        {t('capacity.ask')}
      </Button>
      <AskDialog space={space} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

function Withdraw({ spaceId, request }: { spaceId: string; request: { id: string; size: number } }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const withdraw = () =>
    call(approvals.withdraw, { id: request.id })
      .then(
        () => message.success(t('capacity.withdrawn')),
        // The shell shows a refusal; the data shown may be outdated, so it is refetched.
        () => undefined,
      )
      .then(() => client.invalidateQueries({ queryKey: pendingKey(spaceId) }))
  const ask = () =>
    modal.confirm({
      title: t('capacity.withdrawAsk', { size: request.size }),
      okText: t('capacity.withdraw'),
      onOk: withdraw,
    })
  return (
    <Button size="small" onClick={ask}>
      {t('capacity.withdraw')}
    </Button>
  )
}

type Wish = { size: number | null; reason: string }
type DialogProps = { space: Space; isOpen: boolean; onClose: () => void }

function AskDialog({ space, isOpen, onClose }: DialogProps) {
  const { t } = useTranslation()
  const whole = useWhole()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Wish>()
  const { run, isBusy, problem } = useFormTask(form, renamed({ description: 'reason' }))
  const ask = ({ size, reason }: Wish) =>
    run(async () => {
      const input = { spaceId: space.id, size: size ?? 0, description: reason.trim() }
      await call(capacity.ask, input, { quiet: true }).catch((failure: unknown) => {
        // Another member sent a request meanwhile: it is refetched and shown behind the dialog.
        if (failure instanceof CallFailure) void client.invalidateQueries({ queryKey: pendingKey(space.id) })
        throw failure
      })
      void message.success(t('capacity.sent'))
      await client.invalidateQueries({ queryKey: pendingKey(space.id) })
      onClose()
    })
  return (
    <Modal
      open={isOpen}
      title={t('capacity.askTitle', { name: space.name })}
      okText={t('capacity.send')}
      cancelText={t('spaces.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" preserve={false} initialValues={{ size: null, reason: '' }} onFinish={ask}>
        <Form.Item
          name="size"
          label={t('capacity.size')}
          extra={t('capacity.sizeHint', { now: space.size, max: CAPACITY_MAX_GB })}
          validateFirst
          rules={[whole(1, CAPACITY_MAX_GB), { type: 'number', min: space.size + 1, message: t('capacity.notMore') }]}
        >
          <InputNumber suffix="GB" autoFocus style={{ width: 200 }} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('capacity.reason')}
          extra={t('capacity.reasonHint')}
          rules={[{ required: true, whitespace: true, message: t('capacity.reasonNeeded') }]}
        >
          <Input.TextArea rows={4} maxLength={TEXT_MAX} showCount />
        </Form.Item>
      </Form>
      <Problem text={problem} />
    </Modal>
  )
}
