import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { CallFailure, sentenceOf } from './call.ts'

export type Task = {
  isBusy: boolean
  /** Why the last try failed; '' when it did not. */
  problem: string
  /** Does nothing while something else is under way. */
  run: (work: () => Promise<unknown>) => Promise<void>
  clear: () => void
}

/** One thing under way at a time, and what went wrong with it; for quiet calls, whose failure is told here. */
export function useTask(): Task {
  return useTaskWith(sentenceOf)
}

function useTaskWith(sentence: (failure: unknown) => string): Task {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (work: () => Promise<unknown>) => {
    // A second click comes before the button has been drawn anew.
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (failure) {
      setProblem(sentence(failure))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, run, clear: () => setProblem('') }
}

/** Names of the error table for fields that a form calls otherwise. */
type Aliases = Readonly<Record<string, string>>

/**
 * A form on its way to the server: a refusal is told beside the fields that it names, in `problem` when they are not all
 * in the form.
 */
export function useFormTask(form: FormInstance, aliasesOf: (failure: CallFailure) => Aliases = () => ({})): Task {
  return useTaskWith((failure) => {
    const isShown = failure instanceof CallFailure && showInForm(form, failure, aliasesOf(failure))
    return isShown ? '' : sentenceOf(failure)
  })
}

/** Whether all that is wrong found its field. */
function showInForm(form: FormInstance, { fields }: CallFailure, aliases: Aliases): boolean {
  const known = Object.keys(form.getFieldsValue() as object)
  const shown = fields
    .map(({ field, message }) => ({ name: aliases[field] ?? field, errors: [message] }))
    .filter(({ name }) => known.includes(name))
  form.setFields(shown)
  const [first] = shown
  if (first) form.focusField(first.name)
  return fields.length > 0 && shown.length === fields.length
}
