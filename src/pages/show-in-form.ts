import type { FormInstance } from 'antd'
import { CallFailure } from '#providers/call.ts'
import { CancelledCall, sentenceOf } from '#providers/failures.ts'
import { wordsFor } from './words-for.ts'

/** `config.roleRules.0.group` as antd names fields. */
const pathOf = (field: string) => field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** A setting of a method is refused by its path and the schema's words; ours are better where there are some. */
function wordsOf({ field, message }: { field: string; message: string }): string {
  const [, setting = ''] = field.split('.')
  const isBare = field.startsWith('config.') && message.startsWith(`${field}: `)
  return isBare ? wordsFor(`methods.${setting}.invalid`, message.slice(field.length + 2)) : message
}

/**
 * Tells a refusal beside the fields that it names. Answers the sentence for what no field of the form stands for, ''
 * when everything is shown or there is nothing to show: the caller took it back, or gave no proof.
 */
export function showInForm(form: FormInstance, failure: unknown): string {
  if (failure instanceof CancelledCall) return ''
  if (!(failure instanceof CallFailure)) return sentenceOf(failure)
  if (failure.error === 'confirmNeeded') return ''
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')))
  const shown = failure.fields.filter(({ field }) => known.has(field))
  form.setFields(shown.map((wrong) => ({ name: pathOf(wrong.field), errors: [wordsOf(wrong)] })))
  const [first] = shown
  if (first) form.scrollToField(pathOf(first.field), { block: 'center', focus: true })
  const rest = failure.fields.filter(({ field }) => !known.has(field)).map(wordsOf)
  return shown.length
    ? rest.join('\n')
    : [sentenceOf(failure), ...rest.filter((text) => text !== failure.message)].join('\n')
}
