import { useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import type { PartProps } from '../../src/widgets/space-part.tsx'
import { useUnsaved } from '../../src/widgets/Unsaved.tsx'
import { SpaceForm, type SpaceValues } from './form.tsx'

/** Name, description and type of a space, and its capacity for users who may change it. */
export default function Basics({ space, onChange }: PartProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const actor = actorOf(useUser())
  const [form] = Form.useForm<SpaceValues>()
  const [isDirty, setDirty] = useState(false)
  useUnsaved(isDirty)
  const { run, isBusy, problem } = useFormTask(form, renamed({ image: 'cover' }))
  const { name, introduction, tags, cover, size } = space

  const save = (values: SpaceValues) =>
    run(async () => {
      const { cover: chosen, size: wanted, ...change } = values
      await call(
        spaces.edit,
        {
          id: space.id,
          ...change,
          ...(chosen !== cover && { cover: chosen }),
          ...(wanted && wanted !== size && { size: wanted }),
        },
        { quiet: true },
      )
      setDirty(false)
      void message.success(t('spaces.saved'))
      void client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
      onChange()
    })
  return (
    <div className="panel">
      <SpaceForm
        form={form}
        initialValues={{ name, introduction, tags, cover, size }}
        onValuesChange={() => setDirty(true)}
        onFinish={save}
        seed={space.id}
        capacity={can(actor, 'space.resize', space) ? 'given' : null}
      >
        <FormEnd submit={t('spaces.save')} isBusy={isBusy} problem={problem} />
      </SpaceForm>
    </div>
  )
}
