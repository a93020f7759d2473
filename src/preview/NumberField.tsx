type Props = { label: string; count: number; value: number; onChange: (place: number) => void }

/** A place among many, counted from 1 as people count; it is told counted from 0. */
export const NumberField = ({ label, count, value, onChange }: Props) => (
  <label className="number-field">
    {label}{' '}
    <input
      type="number"
      min={1}
      max={count}
      value={value + 1}
      onChange={({ target }) => onChange(Math.max(0, Math.min(count, Number(target.value)) - 1))}
    />
  </label>
)
