import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type PublicationDetails, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'

type Props = { publication: PublicationDetails; onDirty: (isDirty: boolean) => void }

/** The CSTR that a registration agency gave a published version. */
export function CstrField({ publication: { id, cstr }, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<{ cstr: string }>()
  const field = useFields(publications.setCstr.input, 'publications')
  const { run, isBusy, problem } = useFormTask(form)
  const save = (draft: { cstr: string }) =>
    run(async () => {
      const saved = await call(publications.setCstr, { id, ...draft }, { quiet: true })
      client.setQueryData(['publications', 'one', id], saved)
      form.setFieldsValue({ cstr: saved.cstr })
      onDirty(false)
      void message.success(t('publications.cstr.saved'))
    })
  return (
    <Form
      form={form}
      layout="vertical"
      className="publication-cstr"
      initialValues={{ cstr }}
      onValuesChange={() => onDirty(true)}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item {...field('cstr')} extra={t('publications.cstr.hint')}>
        <Input />
      </Form.Item>
      <Button htmlType="submit" loading={isBusy}>
        {t('publications.cstr.save')}
      </Button>
      <Problem text={problem} />
    </Form>
  )
}
