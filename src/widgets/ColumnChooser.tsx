import { TableOutlined } from '@ant-design/icons'
import { Button, type ButtonProps, Checkbox, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRoomy } from './viewport.ts'

/**
 * The available columns of a list in their order, and the chosen ones; kept while the page is open. `lesser`: columns
 * that are hidden in a window too narrow for all, until they are chosen.
 */
export type ColumnChoice<Key extends string> = {
  choosable: readonly Key[]
  chosen: readonly Key[]
  lesser: readonly Key[]
}

export function useColumnChoice<Key extends string>(choice: ColumnChoice<Key>) {
  const [shown, setShown] = useState(() =>
    isRoomy() ? choice.chosen : choice.chosen.filter((key) => !choice.lesser.includes(key)),
  )
  return {
    shown,
    choose: (keys: readonly Key[]) => {
      choice.chosen = choice.choosable.filter((key) => keys.includes(key))
      choice.lesser = []
      setShown(choice.chosen)
    },
  }
}

type Props<Key extends string> = Pick<ButtonProps, 'size'> & {
  choosable: readonly Key[]
  shown: readonly Key[]
  labelOf: (key: Key) => string
  onChoose: (keys: readonly Key[]) => void
}

/** A menu that chooses the columns of a list. */
export function ColumnChooser<Key extends string>({ choosable, shown, labelOf, onChoose, size }: Props<Key>) {
  const { t } = useTranslation()
  const boxes = (
    <Checkbox.Group<Key>
      className="record-columns"
      value={[...shown]}
      onChange={onChoose}
      options={choosable.map((value) => ({ value, label: labelOf(value) }))}
    />
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={boxes}>
      <Button size={size} icon={<TableOutlined />} aria-haspopup="dialog">
        {t('common.columns')}
      </Button>
    </Popover>
  )
}
