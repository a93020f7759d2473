import { App, Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { type Instrument, InstrumentDraft, InstrumentState, instruments } from '#contract/instruments.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'

type Draft = Omit<InputOf<typeof instruments.create>, 'spaceId'>
type Props = {
  spaceId: string
  /** The instrument to edit; absent for a new one. */
  instrument?: Instrument
  /** Closes the form; asks first when there are unsaved changes. */
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

/** Adds an instrument, or edits one. */
export function InstrumentForm({ spaceId, instrument, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(InstrumentDraft, 'instruments')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('instruments')
  useEffect(() => () => onDirty(false), [onDirty])
  const save = (draft: Draft) =>
    run(async () => {
      if (instrument) await call(instruments.edit, { ...draft, spaceId, id: instrument.id }, { quiet: true })
      else await call(instruments.create, { ...draft, spaceId }, { quiet: true })
      void message.success(instrument ? t('instruments.saved') : t('instruments.added'))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={instrument ?? { state: 'inUse' }}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
    >
      <div className="instrument-fields">
        <Form.Item {...field('name')} className="wide">
          <Input autoFocus />
        </Form.Item>
        <Form.Item {...field('manufacturer')}>
          <Input />
        </Form.Item>
        <Form.Item {...field('model')}>
          <Input />
        </Form.Item>
        <Form.Item {...field('serialNumber')}>
          <Input />
        </Form.Item>
        <Form.Item {...field('pid')}>
          <Input placeholder={t('instruments.pid.hint')} />
        </Form.Item>
        <Form.Item {...field('location')}>
          <Input />
        </Form.Item>
        <Form.Item {...field('contact')}>
          <Input />
        </Form.Item>
        <Form.Item {...field('state')} className="wide">
          <Select
            options={InstrumentState.options.map((value) => ({ value, label: t(`instruments.states.${value}`) }))}
          />
        </Form.Item>
        <Form.Item {...field('calibratedOn')} valuePropName="day">
          <DayField label={t('instruments.calibratedOn.label')} />
        </Form.Item>
        <Form.Item {...field('dueOn')} valuePropName="day">
          <DayField label={t('instruments.dueOn.label')} />
        </Form.Item>
        <Form.Item {...field('note')} className="wide">
          <Input.TextArea rows={3} />
        </Form.Item>
      </div>
      <FormEnd
        submit={instrument ? t('instruments.save') : t('instruments.add')}
        isBusy={isBusy}
        problem={problem}
        onCancel={onClose}
      />
    </Form>
  )
}
