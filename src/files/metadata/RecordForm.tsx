import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TEMPLATE_NAME_MAX } from '#contract/core/limits.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../widgets/FormEnd.tsx'
import { Begun } from './Begun.tsx'

export type FormProps = {
  spaceId: string
  /** null for a new one. */
  id: string | null
  onDirty: () => void
  onLeave: () => void
  onSaved: () => void
}

type Kept = { id: string; stamp: string; name: string }
type Props<K extends Kept, D extends object> = FormProps & {
  kind: 'templates' | 'vocabularies'
  load: (id: string) => Promise<K>
  /** The values of the form besides the name. */
  valuesOf: (before: K | null) => D
  save: (draft: D & { name: string }, known: { id: string; stamp: string } | null) => Promise<unknown>
  children: ReactNode
}

/** The form of a template or vocabulary of a space: its name, what is its own, and the end. */
export function RecordForm<K extends Kept, D extends object>(props: Props<K, D>) {
  const { spaceId, id, kind, load } = props
  return (
    <Begun queryKey={[kind, spaceId, id]} isNew={id === null} load={() => load(id ?? '')}>
      {(before) => <Fields {...props} before={before} />}
    </Begun>
  )
}

function Fields<K extends Kept, D extends object>(props: Props<K, D> & { before: K | null }) {
  const { before, valuesOf, save, onDirty, onLeave, onSaved, children } = props
  const { t } = useTranslation()
  const [form] = Form.useForm<D & { name: string }>()
  const { isBusy, problem, run } = useFormTask(form)
  const finish = (draft: D & { name: string }) =>
    run(async () => {
      await save(draft, before && { id: before.id, stamp: before.stamp })
      onSaved()
    })
  const initialValues = { name: before?.name ?? '', ...valuesOf(before) }
  return (
    <Form form={form} layout="vertical" initialValues={initialValues} onValuesChange={onDirty} onFinish={finish}>
      <Form.Item
        name="name"
        label={t('metadata.manager.name')}
        rules={[{ required: true, whitespace: true, message: t('metadata.manager.needsName') }]}
      >
        <Input maxLength={TEMPLATE_NAME_MAX} autoFocus={!before} />
      </Form.Item>
      {children}
      <FormEnd
        submit={t('metadata.save')}
        cancel={t('metadata.back')}
        isBusy={isBusy}
        problem={problem}
        onCancel={onLeave}
      />
    </Form>
  )
}
