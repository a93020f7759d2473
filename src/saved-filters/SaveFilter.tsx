import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { SAVED_FILTER_NAME_MAX } from '#contract/core/limits.ts'
import { type FilteredList, savedFilters } from '#contract/saved-filters.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'

type Named = { name: string }

/** Saves the present filters of a list under a name. */
export function SaveFilter({ list, query }: { list: FilteredList; query: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [form] = Form.useForm<Named>()
  const { run, isBusy, problem } = useFormTask(form)
  const save = ({ name }: Named) =>
    run(async () => {
      await call(savedFilters.save, { list, query, name: name.trim() }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['saved-filters', list] })
    })
  return (
    <Form form={form} layout="vertical" className="saved-filters-save" onFinish={save}>
      <Form.Item
        name="name"
        label={t('savedFilters.save')}
        rules={[{ required: true, whitespace: true, message: t('savedFilters.name.missing') }]}
      >
        <Input maxLength={SAVED_FILTER_NAME_MAX} placeholder={t('savedFilters.name.label')} />
      </Form.Item>
      <Button htmlType="submit" type="primary" loading={isBusy}>
        {t('savedFilters.keep')}
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </Form>
  )
}
