import { useState } from 'react'

type Props = { label: string; count: number; value: number; onChange: (place: number) => void }

/** A field for a position, shown counted from 1; value and callback count from 0. */
export function NumberField({ label, count, value, onChange }: Props) {
  const [isEmpty, setEmpty] = useState(false)
  const change = (text: string) => {
    setEmpty(text === '')
    if (text) onChange(Math.max(0, Math.min(count, Number(text)) - 1))
  }
  return (
    <label className="number-field">
      {label}{' '}
      <input
        type="number"
        min={1}
        max={count}
        value={isEmpty ? '' : value + 1}
        onChange={({ target }) => change(target.value)}
        onBlur={() => setEmpty(false)}
      />
    </label>
  )
}
