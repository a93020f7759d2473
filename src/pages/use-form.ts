import i18next from 'i18next'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailure, sentenceOf } from '#providers/failures.ts'
import { type Calls, loadCalls } from './calls.ts'
import { sendIfWanted } from './early-submit.ts'
import { useHydrated } from './use-hydrated.ts'

export type Values = Readonly<Record<string, string>>
/** Errors by field name; '' is an error of the whole form. */
export type Errors = Readonly<Record<string, string>>

type Plan<C extends Calls = Calls> = {
  /** The error messages of the fields. */
  fields: Errors
  /** The contract's rules of those fields. */
  rules: (calls: C) => Record<string, z.ZodMiniType>
  /** Fields that this form requires although the contract allows them to be empty. */
  needed?: readonly string[]
  /** Errors beyond the rules of single fields. */
  also?: (values: Values) => Errors
  send: (values: Values, calls: C) => Promise<void>
  /** Loads an extended call module, for pages that need more calls. */
  calls?: () => Promise<C>
  /** Called when the server refuses; the message is shown anyway. */
  onRefused?: (failure: CallFailure) => void
}

/** Trims the values, except passwords, where blanks are significant. */
function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(entries.map(([name, value]) => [name, /password/i.test(name) ? value : value.trim()]))
}

function wrongFields<C extends Calls>({ fields, rules, needed, also }: Plan<C>, values: Values, calls: C): Errors {
  const shape = rules(calls)
  const wrong = Object.entries(fields).filter(([name, said]) => {
    const value = values[name]
    if (value === undefined || !said) return false
    if (value === '' && needed?.includes(name)) return true
    return shape[name] && !shape[name].safeParse(value === '' ? undefined : value).success
  })
  const messages = wrong.map(([name, said]) => [name, values[name] === '' ? i18next.t('session.required') : said])
  return { ...also?.(values), ...Object.fromEntries(messages) }
}

/** The messages for a failure: beside the form's fields, otherwise above the form. */
export function errorsOf(failure: unknown, fields: Errors = {}): Errors {
  if (!(failure instanceof CallFailure)) return { '': sentenceOf(failure) }
  const known = failure.fields.filter(({ field }) => field in fields)
  const isInvalid = failure.error === 'invalid'
  if (known.length)
    return Object.fromEntries(
      known.map(({ field, message }) => [field, (isInvalid && fields[field]) || message] as const),
    )
  return { '': sentenceOf(failure) }
}

/** The errors that are still about what stands in the form: not those of fields that were changed since they were sent. */
export const ofUnchanged = (errors: Errors, sent: Values, present: Values): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => sent[name] === present[name]))

const isField = (target: unknown): target is HTMLInputElement => target instanceof HTMLInputElement && !!target.name

/** Focuses the first field with an error, in the order of the form. */
function focusFirst(form: HTMLFormElement, errors: Errors): void {
  const first = [...form.elements].find((element) => isField(element) && element.name in errors)
  if (first instanceof HTMLElement) first.focus()
}

/** A form validated by the contract's rules; sends one request at a time and keeps the typed values. */
export function useForm<C extends Calls = Calls>(plan: Plan<C>, atFirst: Errors = {}) {
  const [errors, setErrors] = useState(atFirst)
  const [isBusy, setBusy] = useState(false)
  const isAlive = useHydrated()
  const isSending = useRef(false)
  const loaded = useRef<C>(undefined)
  const element = useRef<HTMLFormElement>(null)

  function rest() {
    isSending.current = false
    setBusy(false)
  }
  useEffect(() => {
    // A page restored from the back/forward cache may still be marked as busy.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && rest()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  })

  useEffect(() => {
    if (isAlive) sendIfWanted(element.current)
  }, [isAlive])

  const load = async () => {
    loaded.current ??= await (plan.calls ?? (loadCalls as () => Promise<C>))()
    return loaded.current
  }
  async function attempt(form: HTMLFormElement, values: Values): Promise<Errors> {
    try {
      const calls = await load()
      const wrong = wrongFields(plan, values, calls)
      if (Object.keys(wrong).length) return ofUnchanged(wrong, values, valuesOf(form))
      setErrors({})
      await plan.send(values, calls)
      return {}
    } catch (failure) {
      // Before `onRefused`, which may empty a field for another try: that is no change of the person's.
      const present = valuesOf(form)
      if (failure instanceof CallFailure) plan.onRefused?.(failure)
      return ofUnchanged(errorsOf(failure, plan.fields), values, present)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const form = event.currentTarget
    isSending.current = true
    setBusy(true)
    const wrong = await attempt(form, valuesOf(form))
    setErrors(wrong)
    rest()
    focusFirst(form, wrong)
  }

  /**
   * Validates a field when the focus moves to another field, but not when it moves to a button: an error line that
   * appears would move the button away.
   */
  function leave({ target, relatedTarget, currentTarget }: FocusEvent<HTMLFormElement>) {
    if (!isField(relatedTarget) || !loaded.current || !isField(target) || !target.value || isSending.current) return
    const said = wrongFields(plan, valuesOf(currentTarget), loaded.current)[target.name]
    if (said) setErrors((before) => ({ ...before, [target.name]: said }))
  }

  function forget({ target }: FormEvent<HTMLFormElement>) {
    if (isField(target) && target.name in errors) setErrors(({ [target.name]: _gone, ...others }) => others)
  }

  return {
    errors,
    isBusy,
    isAlive,
    setErrors,
    props: {
      ref: element,
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy,
      onSubmit: submit,
      onFocus: () => void load().catch(() => {}),
      onBlur: leave,
      onInput: forget,
    },
  } as const
}
export type FormState = ReturnType<typeof useForm>
