import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#contract/core/operation.ts'
import { type DataSource, dataSources } from '#contract/data-sources.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'

/** What people fill in of a data source. */
export type SourceDraft = Omit<InputOf<typeof dataSources.create>, 'spaceId'>

/** What the form asks besides. */
export type SourceFields = SourceDraft & { isPasswordRemoved?: boolean }
/** A draft with its password: absent, the saved one is kept; empty, there is none any more. */
export function draftOf({ password, isPasswordRemoved, ...draft }: SourceFields) {
  if (isPasswordRemoved) return { ...draft, password: '' }
  return password ? { ...draft, password } : draft
}

/** Tries the connection that a form says, without saving it: what answers, or why nothing does, beside its field. */
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
