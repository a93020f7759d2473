import { useQuery } from '@tanstack/react-query'
import { App, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReportDetails, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../../src/widgets/GuardedDrawer.tsx'
import { Loaded } from '../../../src/widgets/Loaded.tsx'
import { useFields } from '../../../src/widgets/use-fields.ts'

type Props = { space: Space; reportId: string; onClose: () => void }

/** Name and description of a report. */
export function ReportForm({ space, reportId, onClose }: Props) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const query = useQuery({
    queryKey: ['reports', space.id, 'words', reportId],
    queryFn: () => call(reports.show, { id: reportId }, { quiet: true }),
    gcTime: 0,
  })
  return (
    <GuardedDrawer title={t('dataViews.editInfo')} isDirty={isDirty} onClose={onClose}>
      {(close, leave) => (
        <Loaded query={query} rows={4}>
          {(report) => <Words report={report} onDirty={setDirty} onCancel={close} onDone={leave} />}
        </Loaded>
      )}
    </GuardedDrawer>
  )
}

type Draft = Pick<ReportDetails, 'name' | 'description'>
type WordsProps = {
  report: ReportDetails
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onDone: () => void
}

function Words({ report, onDirty, onCancel, onDone }: WordsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(reports.create.input, 'reports')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('reports')
  const save = (words: Draft) =>
    run(async () => {
      const { spaceId, id, version } = report
      await call(reports.edit, { spaceId, id, version, ...words }, { quiet: true })
      void message.success(t('tables.done.edit'))
      renew()
      onDirty(false)
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={report}
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
      <FormEnd submit={t('tables.submit.edit')} isBusy={isBusy} problem={problem} onCancel={onCancel} />
    </Form>
  )
}
