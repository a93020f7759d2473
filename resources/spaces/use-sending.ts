import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#providers/call.ts'
import { sentenceOf } from './use-joining.ts'
import { useOnce } from './use-once.ts'

/** Refused fields that the form calls otherwise. */
const aliases: Readonly<Record<string, string>> = { image: 'cover', description: 'reason' }

/** Whether all that is wrong found its field. */
function showInForm(form: FormInstance, { fields }: CallFailure): boolean {
  const known = Object.keys(form.getFieldsValue() as object)
  const shown = fields
    .map(({ field, message }) => ({ name: aliases[field] ?? field, errors: [message] }))
    .filter(({ name }) => known.includes(name))
  form.setFields(shown)
  const [first] = shown
  if (first) form.focusField(first.name)
  return fields.length > 0 && shown.length === fields.length
}

/** A form on its way: a second click sends nothing; a refusal is told beside the field that it names, else in `problem`. */
export function useSending(form: FormInstance) {
  const { t } = useTranslation()
  const { once, isBusy } = useOnce()
  const [problem, setProblem] = useState('')
  const send = (work: () => Promise<unknown>) =>
    once(async () => {
      setProblem('')
      try {
        await work()
      } catch (failure) {
        const isShown = failure instanceof CallFailure && showInForm(form, failure)
        if (!isShown) setProblem(sentenceOf(failure, t('errors.network')))
      }
    })
  return { send, isBusy, problem }
}
