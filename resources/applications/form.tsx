import { App, Form, Input, InputNumber } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, ApplicationDraft, type ApplicationWay, applications } from '#contract/applications.ts'
import { APPLICATION_CALLS } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { RedirectsField } from './redirects-field.tsx'
import type { Made } from './secret.tsx'
import { WaysField } from './ways-field.tsx'

type Draft = Omit<InputOf<typeof applications.register>, 'ways'> & { ways: ApplicationWay[] }
type Props = {
  /** The application to edit; absent for a new one. */
  application?: Application
  onClose: () => void
  /** `made` is the secret of a new application. */
  onDone: (made?: Made) => void
  onDirty: (isDirty: boolean) => void
}

/** Registers an application, or edits what is known of one. */
export function ApplicationForm({ application, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(ApplicationDraft, 'applications')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('applications')
  useEffect(() => () => onDirty(false), [onDirty])
  const save = ({ ways, ...draft }: Draft) =>
    run(async () => {
      if (application) {
        await call(applications.edit, { ...draft, id: application.id }, { quiet: true })
        void message.success(t('applications.saved'))
        renew()
        return onDone()
      }
      const made = await call(applications.register, { ...draft, ways }, { quiet: true })
      renew()
      onDone(made)
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={application ?? { callsPerMinute: APPLICATION_CALLS.default, ways: ['bearer'] }}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <Form.Item {...field('description')}>
        <Input.TextArea rows={3} />
      </Form.Item>
      <Form.Item {...field('contact')} extra={t('applications.contact.hint')}>
        <Input inputMode="email" />
      </Form.Item>
      <Form.Item {...field('callsPerMinute')}>
        <InputNumber style={{ width: '100%' }} />
      </Form.Item>
      <div className="application-quotas">
        <Form.Item {...field('callsPerDay')}>
          <InputNumber placeholder={t('applications.noQuota')} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item {...field('gbPerDay')} extra={t('applications.gbPerDay.hint')}>
          <InputNumber placeholder={t('applications.noQuota')} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {!application && <WaysField />}
      <RedirectsField />
      <FormEnd
        submit={application ? t('applications.save') : t('applications.register')}
        isBusy={isBusy}
        problem={problem}
        onCancel={onClose}
      />
    </Form>
  )
}
