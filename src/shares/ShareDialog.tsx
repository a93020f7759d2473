import { useQueryClient } from '@tanstack/react-query'
import { Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, SHARE_DAYS } from '#contract/core/limits.ts'
import type { DataOf, InputOf } from '#contract/core/operation.ts'
import type { shares } from '#contract/shares.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Made } from './Made.tsx'
import { PURPOSES, ShareFields, type ShareValues, waysAtFirst } from './ShareFields.tsx'
import './shares.css'
import { Problem } from '../widgets/FormEnd.tsx'

type MadeShare = DataOf<typeof shares.makeFile>
type Choice = Required<Pick<InputOf<typeof shares.makeFile>, 'days' | 'way' | 'mayDownload' | 'isBox' | 'boxBytes'>> & {
  password: string | undefined
  mayEmbed: boolean
  mayFilter: boolean
}
type Props = {
  /** Name of the first shared item, and the number of items. */
  title: string
  count: number
  /** False while the shared items are still loading. */
  isReady?: boolean
  notice?: ReactNode
  isBoxOffered: boolean
  /** A board gives no files; it may be shown in frames of other sites. */
  isBoard?: boolean
  make: (choice: Choice) => Promise<MadeShare>
  onClose: () => void
}

const choiceOf = ({ purpose, boxGb, days, way, password, mayEmbed, mayFilter }: ShareValues): Choice => ({
  days,
  way: way === 'keep' ? 'none' : way,
  password: way === 'custom' ? password?.trim() : undefined,
  mayDownload: purpose !== 'view',
  isBox: purpose === 'box',
  boxBytes: boxGb * BYTES_PER_GB,
  mayEmbed: way === 'none' && mayEmbed === true,
  mayFilter: mayFilter === true,
})

/** Asks for the options of a link, creates it, and shows its address and password to copy. */
export function ShareDialog({
  title,
  count,
  isReady = true,
  notice,
  isBoxOffered,
  isBoard = false,
  make,
  onClose,
}: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [form] = Form.useForm<ShareValues>()
  const task = useFormTask(form)
  const [made, setMade] = useState<MadeShare | null>(null)
  const [given, setGiven] = useState('')
  const atFirst: ShareValues = {
    purpose: 'download',
    boxGb: 1,
    days: SHARE_DAYS.default,
    way: 'rand',
    mayEmbed: false,
    mayFilter: false,
  }

  const finish = (values: ShareValues) =>
    isReady &&
    task.run(async () => {
      const choice = choiceOf({ ...atFirst, ...values })
      setMade(await make(choice))
      setGiven(choice.password ?? '')
      void client.invalidateQueries({ queryKey: ['shares'] })
    })
  return (
    <Modal
      open
      title={t(count > 1 ? 'shares.shareSeveral' : 'shares.shareOne', { title, count })}
      okText={t(made ? 'shares.close' : 'shares.make')}
      cancelButtonProps={{ style: { display: made ? 'none' : undefined } }}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={task.isBusy}
      onOk={made ? onClose : form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      {made ? (
        <Made share={made} password={made.password ?? given} />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} initialValues={atFirst} onFinish={finish}>
          <ShareFields
            purposes={isBoard ? [] : PURPOSES.filter((one) => one !== 'box' || isBoxOffered)}
            ways={waysAtFirst}
            isBoard={isBoard}
          />
          {notice}
          <Problem text={task.problem} />
        </Form>
      )}
    </Modal>
  )
}
