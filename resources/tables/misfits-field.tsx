import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Misfits } from '#contract/table-files.ts'

type Props = { value: Misfits; onChange: (misfits: Misfits) => void }

/** Asks what becomes of rows that do not fit. */
export function MisfitsField({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Form.Item label={t('tableFiles.import.misfits')}>
      <Radio.Group
        aria-label={t('tableFiles.import.misfits')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <Radio value="refuse">{t('tableFiles.import.refuse')}</Radio>
        <Radio value="giveBack">{t('tableFiles.import.giveBack')}</Radio>
      </Radio.Group>
    </Form.Item>
  )
}
