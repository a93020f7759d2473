import { useState } from 'react'
import { TABLE_START_MAX } from '#contract/core/limits.ts'
import { BoundedNumber } from '../../src/widgets/CheckedNumber.tsx'

/** `id` is that of its label. */
type Props = { id: string; size?: 'small'; value: number; onChange: (firstRow: number) => void }

/** The row with which a table begins; the file is read again once the number is typed, not at each key. */
export function ImportStart({ value, onChange, ...looks }: Props) {
  const [typed, setTyped] = useState<number | null>(null)
  const [seen, setSeen] = useState(value)
  // What was typed is used, or the file is read otherwise: the field follows.
  if (seen !== value) {
    setSeen(value)
    setTyped(null)
  }
  const shown = typed ?? value
  return (
    <BoundedNumber
      {...looks}
      value={shown}
      min={1}
      max={TABLE_START_MAX}
      isWhole
      onChange={setTyped}
      onDone={() => {
        if (shown !== value) onChange(shown)
      }}
    />
  )
}
