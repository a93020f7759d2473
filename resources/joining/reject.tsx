import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/core/limits.ts'
import { useFormTask } from '#providers/use-task.ts'
import { formatList } from '../../src/widgets/format.ts'

/** Maximum number of applicants named in the dialog. */
const NAMED = 5

type Props = {
  /** Names of the rejected applicants; the dialog is closed while it is empty. */
  names: string[]
  onClose: () => void
  /** Resolves with true on success. */
  onReject: (opinion: string) => Promise<boolean>
}

/** Rejects requests with a reason, which the applicants can read. */
export function RejectDialog({ names, onClose, onReject }: Props) {
  const { t, i18n } = useTranslation()
  const others = names.length - NAMED
  const named = [...names.slice(0, NAMED), ...(others > 0 ? [t('joining.reject.others', { count: others })] : [])]
  const [form] = Form.useForm<{ opinion: string }>()
  const { run, isBusy } = useFormTask(form)
  const send = ({ opinion }: { opinion: string }) => run(async () => (await onReject(opinion.trim())) && onClose())
  return (
    <Modal
      open={names.length > 0}
      title={t('joining.reject.title', { count: names.length })}
      okText={t('joining.requests.reject')}
      okButtonProps={{ danger: true, loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('joining.reject.whose', { names: formatList(named, i18n.language) })}</p>
      <Form form={form} layout="vertical" onFinish={send} preserve={false}>
        <Form.Item
          name="opinion"
          label={t('joining.reject.opinion')}
          extra={t('joining.reject.hint')}
          rules={[{ required: true, whitespace: true, message: t('joining.reject.needed') }]}
        >
          <Input.TextArea rows={4} maxLength={TEXT_MAX} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
