import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#contract/core/operation.ts'
import { type DataSource, dataSources, isListingKind, reachErrors } from '#contract/data-sources.ts'
import { CallFailure, call } from '#providers/call.ts'
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

/** Refusals of a test that don't keep a source from being saved: it may be down. */
const PASSING: ReadonlySet<string> = new Set([...reachErrors, 'tooManyRequests'])

/** What decides which databases an account may use. */
const SERVER = ['kind', 'host', 'port', 'account', 'password', 'tls', 'ca', 'isPasswordRemoved'] as const

/** What a test of the connection depends on. */
export const CONNECTION = [...SERVER, 'database'] as const

/**
 * Tests the connection in a form without saving it, or lists the databases there; the cause of a failure is shown beside
 * its field.
 */
export function useTrial(
  form: FormInstance<SourceFields>,
  { spaceId, source }: { spaceId: string; source: DataSource | undefined },
) {
  const { run, clear, ...task } = useFormTask(form)
  const [version, setVersion] = useState('')
  const [names, setNames] = useState<string[] | null>(null)
  const isRight = (asked: Promise<unknown>) =>
    asked.then(
      () => true,
      () => false,
    )
  const draft = () => ({
    ...draftOf(form.getFieldsValue(true) as SourceFields),
    spaceId,
    ...(source && { id: source.id }),
  })
  async function begin() {
    setVersion('')
    if (!(await isRight(form.validateFields()))) return
    await run(async () => {
      const answer = await call(dataSources.test, draft(), { quiet: true })
      setVersion(answer.version)
    })
  }
  /** Why the source can't be used as it is to be saved; null when it can, or was tested so. */
  async function refusal(): Promise<CallFailure | null> {
    if (version) return null
    return call(dataSources.test, draft(), { quiet: true }).then(
      () => null,
      (failure) => {
        if (failure instanceof CallFailure && PASSING.has(failure.error)) return failure
        throw failure
      },
    )
  }
  /** Answers whether the databases are known. */
  async function list(): Promise<boolean> {
    if (!(await isRight(form.validateFields([...SERVER])))) return false
    const { name: _, database: __, comment: ___, kind, ...server } = draft()
    if (!isListingKind(kind)) return false
    let isListed = false
    await run(async () => {
      setNames(await call(dataSources.databases, { ...server, kind }, { quiet: true }))
      isListed = true
    })
    return isListed
  }
  return {
    ...task,
    version,
    names,
    begin,
    refusal,
    list,
    clear: (changed: Partial<SourceFields>) => {
      setVersion('')
      clear()
      if (SERVER.some((field) => field in changed)) setNames(null)
    },
  }
}
