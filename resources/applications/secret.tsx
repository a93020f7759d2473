import { Alert, Button, Form, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Application, type ApplicationWay, applications } from '#contract/applications.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { CopyField } from '../../src/widgets/CopyField.tsx'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { WaysField } from './ways-field.tsx'

export type Made = DataOf<typeof applications.register>

/** Key and secret of an application; the secret is shown only this once. */
export function NewSecret({ made: { application, secret }, onDone }: { made: Made; onDone: () => void }) {
  const { t } = useTranslation()
  const { key, ways } = application
  return (
    <section className="new-secret">
      <Alert type="success" showIcon title={t('applications.secretMade')} description={t('applications.secretOnce')} />
      <CopyField label={t('applications.key')} value={key} />
      <CopyField label={t('applications.secret')} value={secret} isSecret />
      {ways.includes('bearer') && (
        <CopyField label={t('applications.header')} value={`Authorization: Bearer dsa_${key}.${secret}`} rows={3} />
      )}
      <Button type="primary" onClick={onDone}>
        {t('applications.secretKept')}
      </Button>
    </section>
  )
}

type RotateProps = { application: Application; onMade: (made: Made) => void; onClose: () => void }

/** Asks for the ways of a new secret; the old one ends at once. */
export function RotateDialog({ application, onMade, onClose }: RotateProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ ways: ApplicationWay[] }>()
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('applications')
  const rotate = ({ ways }: { ways: ApplicationWay[] }) =>
    run(async () => {
      const made = await call(applications.rotate, { id: application.id, ways }, { quiet: true })
      renew()
      onMade(made)
    })
  return (
    <Modal open title={t('applications.rotate')} footer={null} onCancel={onClose}>
      <p className="applications-intro">{t('applications.rotateLoses')}</p>
      <Form form={form} layout="vertical" initialValues={{ ways: application.ways }} onFinish={rotate}>
        <WaysField />
        <FormEnd submit={t('applications.rotate')} isBusy={isBusy} problem={problem} onCancel={onClose} isDanger />
      </Form>
    </Modal>
  )
}
