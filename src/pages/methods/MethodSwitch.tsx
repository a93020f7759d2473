import { Switch } from 'antd'

type Props = { id?: string; checked?: boolean; onChange?: (checked: boolean) => void; label: React.ReactNode }

/** A switch with its label beside it, as a form field. */
export function MethodSwitch({ id, checked, onChange, label }: Props) {
  return (
    <label className="method-switch" htmlFor={id}>
      <Switch id={id} checked={checked} onChange={onChange} />
      {label}
    </label>
  )
}
