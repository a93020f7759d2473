import { ExportOutlined } from '@ant-design/icons'
import { Button, Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportFormat, tableFiles } from '#contract/table-files.ts'
import type { Question } from '#contract/tables/question.ts'
import type { DataTable } from '#contract/tables.ts'

type Props = {
  table: DataTable
  /** What is seen: the rows of a question, and its columns in their order. */
  question: Question
  columns: readonly number[]
}
const FORMATS: ExportFormat[] = ['xlsx', 'csv', 'csvForPrograms', 'parquet', 'jsonl']

/** Takes a table out as a file: all of it, or exactly what is seen. */
export function ExportButton({ table, question, columns }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [what, setWhat] = useState<'all' | 'seen'>('all')
  const asked = new URLSearchParams({ spaceId: table.spaceId, format })
  if (what === 'seen') {
    asked.set('question', JSON.stringify(question))
    asked.set('columns', columns.join(','))
  }
  return (
    <>
      <Button type="text" icon={<ExportOutlined />} onClick={() => setOpen(true)}>
        {t('tableFiles.export.button')}
      </Button>
      <Modal
        title={t('tableFiles.export.title', { name: table.name })}
        open={isOpen}
        onCancel={() => setOpen(false)}
        footer={
          <Button
            type="primary"
            href={`/api${tableFiles.export.path.replace(':id', table.id)}?${asked}`}
            download
            onClick={() => setOpen(false)}
          >
            {t('tableFiles.export.begin')}
          </Button>
        }
      >
        <Form layout="vertical">
          <Form.Item label={t('tableFiles.export.what')}>
            <Radio.Group
              aria-label={t('tableFiles.export.what')}
              value={what}
              onChange={({ target }) => setWhat(target.value)}
            >
              <Radio value="all">{t('tableFiles.export.all', { count: table.rows })}</Radio>
              <Radio value="seen">{t('tableFiles.export.seen')}</Radio>
            </Radio.Group>
          </Form.Item>
          <Form.Item label={t('tableFiles.export.format')}>
            <Radio.Group
              vertical
              aria-label={t('tableFiles.export.format')}
              value={format}
              onChange={({ target }) => setFormat(target.value)}
            >
              {FORMATS.map((one) => (
                <Radio key={one} value={one}>
                  {t(`tableFiles.export.formats.${one}`)}
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}
