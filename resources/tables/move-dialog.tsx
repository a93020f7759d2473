import { Form, InputNumber, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'

type Props = { from: number; count: number; last: number; onMove: (to: number) => void; onClose: () => void }

/** Asks to which row some rows are to be moved; rows are counted from 1. */
export function MoveDialog({ from, count, last, onMove, onClose }: Props) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ to: number }>()
  const { run, isBusy, problem } = useFormTask(form)
  const message = t('tables.row.moveNeeded', { last })
  return (
    <Modal open title={t('tables.row.moveTitle', { count })} footer={null} onCancel={onClose} destroyOnHidden>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ to: from + 1 }}
        onFinish={({ to }) =>
          run(async () => {
            onMove(to - 1)
            onClose()
          })
        }
      >
        <Form.Item
          name="to"
          label={t('tables.row.moveLabel')}
          rules={[{ required: true, type: 'integer', min: 1, max: last, message }]}
        >
          <InputNumber autoFocus style={{ width: '100%' }} />
        </Form.Item>
        <FormEnd submit={t('tables.apply')} isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
