import { AutoComplete, Button, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  id?: string
  value?: string
  onChange?: (name: string) => void
  /** The databases that the account may use; null until they are asked for. */
  names: readonly string[] | null
  isBusy: boolean
  /** Asks for them; answers whether they are known now. */
  onLoad: () => Promise<boolean>
}

/** The name of a database: typed, or chosen from those that the account may use. */
export function DatabaseField({ id, value = '', onChange, names, isBusy, onLoad }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const load = async () => setOpen(await onLoad())
  // What is a whole name already hides no others.
  const isShown = (name: string) =>
    names?.includes(value) === true || name.toLowerCase().includes(value.trim().toLowerCase())
  return (
    <>
      <Space.Compact block>
        <AutoComplete
          {...(id && { id })}
          value={value}
          onChange={(name: string) => onChange?.(name)}
          showSearch={{ filterOption: false }}
          options={(names ?? []).filter(isShown).map((name) => ({ value: name, label: name }))}
          open={isOpen && names !== null && names.length > 0}
          onOpenChange={setOpen}
        />
        <Button loading={isBusy} onClick={() => void load()}>
          {t('dataSources.database.list')}
        </Button>
      </Space.Compact>
      {names?.length === 0 && <small className="soft">{t('dataSources.database.none')}</small>}
    </>
  )
}
