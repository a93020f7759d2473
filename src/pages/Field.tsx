import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import type { FormState } from './use-form.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> & {
  form: FormState
  name: string
  label: string
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
  /** Shown inside the input's frame, at its end. */
  end?: ReactNode
}

/** A labelled input; its error is shown below it and associated for screen readers. */
export function Field({ form, label, hint, end, ...input }: Props) {
  const id = useId()
  const error = form.errors[input.name]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="entry">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={hint ? `${id}-error ${id}-hint` : `${id}-error`}
          {...input}
        />
        {end}
      </span>
      <span className="error" id={`${id}-error`} role="alert">
        {error}
      </span>
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}
