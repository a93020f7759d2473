import { InputNumber } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './checked-number.css'

type Looks = {
  id?: string
  size?: 'small'
  prefix?: ReactNode
  suffix?: ReactNode
  placeholder?: string
  /** Of fields without a visible label. */
  label?: string
  /** Called when Enter is pressed or the field is left with what fits, for editors that use it only then. */
  onDone?: () => void
}
type Checked<T extends number | string> = Looks & {
  value: T | null
  /** Numbers are decimals in text, exact to their last digit. */
  stringMode?: boolean
  /** Whether the editor takes what was typed; null is an empty field. */
  fits: (typed: T | null) => boolean
  /** Said below what does not fit. */
  wrong: string
  onChange: (value: T | null) => void
  /** Called when what was typed does not fit, by editors that must not be saved meanwhile. */
  onWrong?: (() => void) | undefined
}

/**
 * A number field of an editor that uses what is typed at once. What does not fit stays as it was typed, with the reason
 * below it; the editor keeps its last value. Fields of forms are an `InputNumber` with a rule instead (`useWhole`).
 */
export function CheckedNumber<T extends number | string>(props: Checked<T>) {
  const { label, value, fits, wrong, onChange, onWrong, onDone, ...looks } = props
  const problemId = useId()
  const [refused, setRefused] = useState<{ typed: T | null; at: T | null } | null>(null)
  // A value that came from elsewhere (undo, another choice) ends the problem.
  const isWrong = refused !== null && refused.at === value
  const change = (typed: T | null) => {
    const isFit = fits(typed)
    setRefused(isFit ? null : { typed, at: value })
    if (isFit) onChange(typed)
    else onWrong?.()
  }
  const done =
    onDone &&
    (() => {
      if (!isWrong) onDone()
    })
  return (
    <span className="checked-number">
      <InputNumber<T>
        {...looks}
        value={isWrong ? refused.typed : value}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        {...(label && { 'aria-label': label })}
        {...(isWrong && { 'aria-describedby': problemId })}
        onChange={change}
        {...(done && {
          onBlur: done,
          onPressEnter: (event) => {
            // The form around it is not sent.
            event.preventDefault()
            done()
          },
        })}
      />
      {isWrong && (
        <small id={problemId} role="alert">
          {wrong}
        </small>
      )}
    </span>
  )
}

type Bounded = Looks & { value: number | null; min: number; max: number; isWhole?: boolean; onWrong?: () => void } & (
    | { mayBeEmpty: true; onChange: (value: number | null) => void }
    | { mayBeEmpty?: false; onChange: (value: number) => void }
  )

/** A `CheckedNumber` from `min` to `max`. */
export function BoundedNumber({ min, max, isWhole = false, ...props }: Bounded) {
  const { t } = useTranslation()
  const { mayBeEmpty, onChange: _taken, ...rest } = props
  const fits = (typed: number | null) =>
    typed === null ? mayBeEmpty === true : typed >= min && typed <= max && (!isWhole || Number.isInteger(typed))
  return (
    <CheckedNumber<number>
      {...rest}
      fits={fits}
      wrong={t(isWhole ? 'common.whole' : 'common.number', { min, max })}
      onChange={(typed) => {
        if (props.mayBeEmpty) props.onChange(typed)
        else if (typed !== null) props.onChange(typed)
      }}
    />
  )
}
