import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#contract/core/operation.ts'
import { type DataSource, dataSources } from '#contract/data-sources.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'

/** The values of the form of a data source. */
export type SourceDraft = Omit<InputOf<typeof dataSources.create>, 'spaceId'>

/** Values of the form that are not sent as such. */
export type SourceFields = SourceDraft & { isPasswordRemoved?: boolean }
/** A draft with its password: absent keeps the saved one, empty removes it. */
export function draftOf({ password, isPasswordRemoved, ...draft }: SourceFields) {
  if (isPasswordRemoved) return { ...draft, password: '' }
  return password ? { ...draft, password } : draft
}

/** Tests the connection in a form without saving it; the cause of a failure is shown beside its field. */
export function useTrial(
  form: FormInstance<SourceFields>,
  { spaceId, source }: { spaceId: string; source: DataSource | undefined },
) {
  const { run, clear, ...task } = useFormTask(form)
  const [version, setVersion] = useState('')
  async function begin() {
    setVersion('')
    const isRight = await form.validateFields().then(
      () => true,
      () => false,
    )
    if (!isRight) return
    const draft = draftOf(form.getFieldsValue(true) as SourceFields)
    const kept = source && { id: source.id }
    await run(async () => {
      const answer = await call(dataSources.test, { ...draft, spaceId, ...kept }, { quiet: true })
      setVersion(answer.version)
    })
  }
  return {
    ...task,
    version,
    begin,
    clear: () => {
      setVersion('')
      clear()
    },
  }
}
