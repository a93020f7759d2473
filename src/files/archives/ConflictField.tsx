import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '#contract/files.ts'

const choices = ['keepBoth', 'skip', 'replace', 'refuse'] as const satisfies readonly Conflict[]

/** The choice of what happens to files whose name is taken. */
export function ConflictField({ value, onChange }: { value: Conflict; onChange: (value: Conflict) => void }) {
  const { t } = useTranslation()
  return (
    <Form.Item label={t('archives.conflict')} htmlFor="conflict">
      <Select
        id="conflict"
        value={value}
        onChange={onChange}
        options={choices.map((choice) => ({ value: choice, label: t(`archives.conflicts.${choice}`) }))}
      />
    </Form.Item>
  )
}
