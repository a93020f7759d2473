import { useQueryClient } from '@tanstack/react-query'
import { Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, SHARE_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Share, shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../widgets/FormEnd.tsx'
import { Made } from './Made.tsx'
import { ShareFields, type ShareValues, waysAtFirst } from './ShareFields.tsx'

/** Full days until the link expires; the default for an expired one. */
const daysLeft = ({ state, endTime }: Share) =>
  state === 'valid' ? Math.max(1, Math.ceil((Date.parse(endTime) - Date.now()) / DAY_MS)) : SHARE_DAYS.default

/** Changes a link's expiry, password and permissions; its address stays. */
export function EditDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [form] = Form.useForm<ShareValues>()
  const task = useFormTask(form)
  const [daysAtFirst] = useState(() => daysLeft(share))
  const [password, setPassword] = useState('')
  const [changed, setChanged] = useState<Share | null>(null)

  const isBoard = share.kind === 'board'
  const finish = ({ purpose, boxGb, days, way, password: given, mayEmbed, mayFilter }: ShareValues) =>
    task.run(async () => {
      const made = await call(
        shares.edit,
        {
          id: share.id,
          ...((days !== daysAtFirst || share.state !== 'valid') && { days }),
          ...(share.isBox ? { boxBytes: boxGb * BYTES_PER_GB } : { mayDownload: purpose !== 'view' }),
          ...(isBoard && {
            mayEmbed: mayEmbed === true && (way === 'none' || (way === 'keep' && share.way === 'none')),
            mayFilter: mayFilter === true,
          }),
          ...(way !== 'keep' && { way, password: given?.trim() }),
        },
        { quiet: true },
      )
      void client.invalidateQueries({ queryKey: ['shares'] })
      const fresh = made.password ?? (way === 'custom' ? (given?.trim() ?? '') : '')
      if (!fresh) return onClose()
      setPassword(fresh)
      setChanged(made)
    })
  const purposes = isBoard ? [] : share.isBox ? (['box'] as const) : (['download', 'view'] as const)
  return (
    <Modal
      open
      title={t('shares.editOne', { title: share.title })}
      okText={t(changed ? 'shares.close' : 'shares.save')}
      cancelButtonProps={{ style: { display: changed ? 'none' : undefined } }}
      confirmLoading={task.isBusy}
      onOk={changed ? onClose : form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      {changed ? (
        <Made share={changed} password={password} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{
            purpose: share.isBox ? 'box' : share.mayDownload ? 'download' : 'view',
            boxGb: Math.max(1, Math.ceil(share.boxBytes / BYTES_PER_GB)),
            days: daysAtFirst,
            way: 'keep',
            mayEmbed: share.mayEmbed,
            mayFilter: share.mayFilter,
          }}
          onFinish={finish}
        >
          {share.isBox && <Form.Item name="purpose" hidden noStyle />}
          <ShareFields
            purposes={purposes}
            ways={['keep', ...waysAtFirst]}
            isBoard={isBoard}
            keepsOpen={share.way === 'none'}
          />
          <Problem text={task.problem} />
        </Form>
      )}
    </Modal>
  )
}
