import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { CallFailure, sentenceOf } from './call.ts'

export type Task = {
  isBusy: boolean
  /** The message of the last attempt's failure; '' if it succeeded. */
  problem: string
  /** Does nothing while another task is running. */
  run: (work: () => Promise<unknown>) => Promise<void>
  clear: () => void
}

/** Runs one task at a time and keeps its failure message; for quiet calls, whose failure the component shows. */
export function useTask(): Task {
  return useTaskWith(sentenceOf)
}

function useTaskWith(sentence: (failure: unknown) => string): Task {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (work: () => Promise<unknown>) => {
    // A second click can arrive before the button is rendered as disabled.
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

/** Form fields that have another name in the error table. */
type Aliases = Readonly<Record<string, string>>

/**
 * Submits a form: a refusal is shown beside the fields that it names, and in `problem` when not all of them are in the
 * form.
 */
export function useFormTask(form: FormInstance, aliasesOf: (failure: CallFailure) => Aliases = () => ({})): Task {
  return useTaskWith((failure) => {
    const isShown = failure instanceof CallFailure && showInForm(form, failure, aliasesOf(failure))
    return isShown ? '' : sentenceOf(failure)
  })
}

/** Shows the field errors in the form; returns whether every error had a field. */
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
