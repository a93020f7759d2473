import { useQuery } from '@tanstack/react-query'
import { App, Form, Input, Radio, Select } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { LegalHoldDraft, LegalHoldKind, legalHolds } from '#contract/legal-holds.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'

type Draft = InputOf<typeof legalHolds.place>
type Props = { onClose: () => void; onDone: () => void; onDirty: (isDirty: boolean) => void }

/** Places a hold on a space, an account or a dataset. */
export function LegalHoldForm({ onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(LegalHoldDraft, 'legalHolds')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('legalHolds')
  const kind = Form.useWatch('kind', form) ?? 'space'
  useEffect(() => () => onDirty(false), [onDirty])
  const save = (draft: Draft) =>
    run(async () => {
      const { target } = await call(legalHolds.place, draft, { quiet: true })
      void message.success(t('legalHolds.placedOn', { name: target.name }))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ kind: 'space', until: null }}
      scrollToFirstError
      onValuesChange={(change) => {
        onDirty(true)
        // Another kind has other targets.
        if ('kind' in change) form.resetFields(['targetId'])
      }}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item {...field('kind')}>
        <Radio.Group className="choices">
          {LegalHoldKind.options.map((value) => (
            <Radio key={value} value={value}>
              {t(`legalHolds.kinds.${value}`)}
              <small>{t(`legalHolds.kindHints.${value}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item {...field('targetId')}>
        <TargetSelect key={kind} kind={kind} label={t('legalHolds.targetId.label')} />
      </Form.Item>
      <Form.Item {...field('reason')} extra={t('legalHolds.reason.hint')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item {...field('until')} valuePropName="day" extra={t('legalHolds.until.hint')}>
        <DayField label={t('legalHolds.until.label')} />
      </Form.Item>
      <FormEnd submit={t('legalHolds.place')} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}

type TargetProps = {
  kind: LegalHoldKind
  label: string
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** Finds what a hold is placed on by its name. */
function TargetSelect({ kind, label, ...field }: TargetProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, error } = useQuery({
    queryKey: ['legalHolds', 'targets', kind, q],
    queryFn: ({ signal }) => call(legalHolds.targets, { kind, q }, { quiet: true, signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Select
      {...field}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={error ? sentenceOf(error) : t('legalHolds.noTarget')}
      options={data?.map(({ id, name, about }) => ({ value: id, label: about ? `${name} (${about})` : name }))}
    />
  )
}
