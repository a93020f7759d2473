import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { CallFailure, sentenceOf } from './call.ts'
import { CancelledCall, DeclinedProof } from './failures.ts'

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

/** The user took the call back, or did not confirm their identity: there is nothing to tell them. */
const isOwnChoice = (failure: unknown) => failure instanceof CancelledCall || failure instanceof DeclinedProof

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
      setProblem(isOwnChoice(failure) ? '' : sentence(failure))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, run, clear: () => setProblem('') }
}

type FieldProblem = { field: string; message: string }
/** The form's fields that a refusal concerns. */
type FieldsOf = (failure: CallFailure) => readonly FieldProblem[]

/** The fields of a refusal, some of which the form calls by another name. */
export const renamed =
  (names: Readonly<Record<string, string>>): FieldsOf =>
  ({ fields }) =>
    fields.map(({ field, message }) => ({ field: names[field] ?? field, message }))

/** Shows every refusal beside one field, which is what the form is about. */
export const besideField =
  (field: string): FieldsOf =>
  (failure) => [{ field, message: sentenceOf(failure) }]

type FormTask = Task & {
  /**
   * Shows a failure of another action of the form (a test) at its fields; returns the part that belongs to no field.
   */
  showFailure: (failure: unknown) => string
}

/**
 * Submits a form: a refusal is shown beside the fields that it names, and in `problem` where the form has no such
 * field.
 */
export function useFormTask(form: FormInstance, fieldsOf: FieldsOf = ({ fields }) => fields): FormTask {
  const showFailure = (failure: unknown) =>
    failure instanceof CallFailure ? showInForm(form, failure, fieldsOf(failure)) : sentenceOf(failure)
  return { ...useTaskWith(showFailure), showFailure }
}

/** `config.roleRules.0.group` as antd names fields. */
const pathOf = (field: string) => field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** Shows the field errors in the form; returns the sentence for those that have no field there, '' if all have. */
function showInForm(form: FormInstance, failure: CallFailure, named: readonly FieldProblem[]): string {
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')))
  const shown = named.filter(({ field }) => known.has(field))
  form.setFields(shown.map(({ field, message }) => ({ name: pathOf(field), errors: [message] })))
  const [first] = shown
  if (first) form.scrollToField(pathOf(first.field), { block: 'center', focus: true })
  const rest = named.filter(({ field }) => !known.has(field)).map(({ message }) => message)
  const sentence = sentenceOf(failure)
  return (shown.length ? rest : [sentence, ...rest.filter((text) => text !== failure.message)]).join('\n')
}
