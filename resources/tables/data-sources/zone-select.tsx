import { Select } from 'antd'
import { useMemo } from 'react'
import { HERE } from '../import-plan.ts'

type Props = { id?: string; label?: string; value?: string; onChange?: (zone: string) => void }

/** Chooses a time zone by its name; the reader’s own and UTC come first. */
export function ZoneSelect({ id, label, value, onChange }: Props) {
  const zones = useMemo(() => [...new Set([HERE, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [])
  return (
    <Select
      id={id}
      aria-label={label}
      value={value}
      showSearch
      options={zones.map((zone) => ({ value: zone, label: zone }))}
      onChange={onChange}
    />
  )
}
