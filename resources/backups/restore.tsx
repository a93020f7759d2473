import { App, Checkbox, Form, Input, Modal, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BackupCopy, type BackupPart, backups } from '#contract/backups.ts'
import { SpaceDraft } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatExact } from '../../src/widgets/format.ts'
import { useFields } from '../../src/widgets/use-fields.ts'
import { ChoosePart } from './choose-part.tsx'

type Draft = {
  way: 'same' | 'new'
  what: 'all' | 'part'
  part?: BackupPart
  name?: string
  identifier?: string
  withMembers?: boolean
}

type Props = {
  copy: BackupCopy
  /** Only into the space itself. */
  isOwn?: boolean
  onClose: () => void
}

/** Asks where a copy is restored to; the restore runs in the background and ends with a message. */
export function RestoreDialog({ copy, isOwn = false, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const watched = Form.useWatch('way', form)
  const { isDeleted } = copy.space
  const way = isOwn ? 'same' : isDeleted ? 'new' : watched
  const renew = useResourceRenewal('backups')
  const field = useFields(SpaceDraft, 'spaces')
  const { run, isBusy, problem } = useFormTask(form)
  const what = Form.useWatch('what', form) ?? 'all'
  const restore = ({ name = '', identifier = '', withMembers = false, part }: Draft) =>
    run(async () => {
      const one = part ? { part } : {}
      const into = way === 'new' ? { way, name, identifier, withMembers, ...one } : ({ way: 'same', ...one } as const)
      await call(backups.restore, { copyId: copy.id, into }, { quiet: true })
      void message.success(t('backups.restore.begun'))
      renew()
      onClose()
    })
  return (
    <Modal
      open
      title={t('backups.restore.title', { name: copy.space.name })}
      okText={t('backups.restore.button')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{t('backups.restore.means', { at: formatExact(copy.startTime ?? '', i18n.language) })}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ way: 'new', what: 'all', name: copy.space.name }}
        onFinish={restore}
      >
        {!isOwn && !isDeleted && (
          <Form.Item name="way" label={t('backups.restore.way')}>
            <Radio.Group
              options={(['new', 'same'] as const).map((value) => ({
                value,
                label: t(`backups.restore.ways.${value}`),
              }))}
            />
          </Form.Item>
        )}
        {way && <WhatFields copyId={copy.id} what={what} way={way} isDeleted={isDeleted} />}
        {way === 'new' && (
          <>
            <Form.Item {...field('name')}>
              <Input />
            </Form.Item>
            <Form.Item {...field('identifier')}>
              <Input />
            </Form.Item>
            <Form.Item
              name="withMembers"
              valuePropName="checked"
              extra={t(`backups.restore.${isDeleted ? 'membersBack' : 'membersHint'}`)}
            >
              <Checkbox>{t('backups.restore.members')}</Checkbox>
            </Form.Item>
          </>
        )}
      </Form>
      <Problem text={problem} />
    </Modal>
  )
}

type WhatProps = { copyId: string; isDeleted: boolean } & Pick<Draft, 'what' | 'way'>
/** Chooses what is restored: everything, or one item of the copy. */
function WhatFields({ copyId, what, way, isDeleted }: WhatProps) {
  const { t } = useTranslation()
  const intoNew = isDeleted ? (['back', 'backAlone'] as const) : (['new', 'alone'] as const)
  const hints = way === 'new' ? intoNew : (['same', 'part'] as const)
  return (
    <>
      <Form.Item
        name="what"
        label={t('backups.restore.what')}
        extra={t(`backups.restore.hints.${hints[what === 'all' ? 0 : 1]}`)}
      >
        <Radio.Group
          options={(['all', 'part'] as const).map((value) => ({ value, label: t(`backups.restore.whats.${value}`) }))}
        />
      </Form.Item>
      {what === 'part' && (
        <Form.Item name="part" rules={[{ required: true, message: t('backups.restore.choose') }]}>
          <ChoosePart copyId={copyId} />
        </Form.Item>
      )}
    </>
  )
}
