import { Form, type FormItemProps, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { BackupRetention } from '#contract/backups.ts'

type Props = { field: (name: string) => FormItemProps; hints?: { retention: string; drill: string } }

/** How many copies stay, and how often the newest are tried out. */
export function KeepingFields({ field, hints }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item {...field('retention')} extra={hints?.retention ?? t('backups.retention.hint')}>
        <Select
          options={BackupRetention.options.map((value) => ({ value, label: t(`backups.retention.kinds.${value}`) }))}
        />
      </Form.Item>
      <Form.Item {...field('drill')} extra={hints?.drill ?? t('backups.drill.hint')}>
        <Select
          options={(['never', 'weekly', 'monthly'] as const).map((value) => ({
            value,
            label: t(`backups.drill.kinds.${value}`),
          }))}
        />
      </Form.Item>
    </>
  )
}
