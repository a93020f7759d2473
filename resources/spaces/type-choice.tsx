import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SpaceType } from '#contract/core/policy.ts'
import { SpaceType as Types } from '#contract/spaces.ts'

type Props = { id?: string; value?: SpaceType; onChange?: (type: SpaceType) => void }

/** The types of a space, each with an explanation of who can find and enter it. */
export function TypeChoice({ id, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      id={id}
      className="choices"
      value={value}
      onChange={(event) => onChange?.(event.target.value as SpaceType)}
    >
      {Types.options.map((type) => (
        <Radio key={type} value={type}>
          {t(`home.types.${type}`)}
          <small>{t(`spaces.typeHints.${type}`)}</small>
        </Radio>
      ))}
    </Radio.Group>
  )
}
