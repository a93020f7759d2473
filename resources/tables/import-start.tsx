import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_START_MAX } from '#contract/core/limits.ts'
import { BoundedNumber } from '../../src/widgets/CheckedNumber.tsx'

type Props = { id: string; size?: 'small'; value: number; onChange: (firstRow: number) => void }

/** The row with which a table begins; the file is read again once the number is typed, not at each key. */
export function ImportStart({ value, onChange, ...looks }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<{ instead: number; row: number } | null>(null)
  const shown = typed?.instead === value ? typed.row : value
  return (
    <BoundedNumber
      {...looks}
      label={t('tableFiles.import.firstRow')}
      value={shown}
      min={1}
      max={TABLE_START_MAX}
      isWhole
      onChange={(row) => setTyped({ instead: value, row })}
      onDone={() => {
        if (shown !== value) onChange(shown)
      }}
    />
  )
}
