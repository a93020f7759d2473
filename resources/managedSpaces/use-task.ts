import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { CallFailure, sentenceOf } from '#providers/call.ts'

/** Does one thing at a time and keeps what was refused: beside its field when the form has it, else as `problem`. */
export function useTask(form?: FormInstance) {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  function refuse(failure: unknown): void {
    const known = Object.keys(form?.getFieldsValue(true) ?? {})
    const fields = failure instanceof CallFailure ? failure.fields.filter(({ field }) => known.includes(field)) : []
    if (fields.length) form?.setFields(fields.map(({ field, message }) => ({ name: field, errors: [message] })))
    else setProblem(sentenceOf(failure))
  }
  async function run(task: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem('')
    try {
      await task()
    } catch (failure) {
      refuse(failure)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { run, isBusy, problem }
}
