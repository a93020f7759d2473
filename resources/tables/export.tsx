import { ExportOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_NAME_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { type ExportFormat, tableFiles } from '#contract/table-files.ts'
import type { Question } from '#contract/tables/question.ts'
import type { DataTable } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { type ChosenFolder, FolderDialog } from '../../src/folders/FolderDialog.tsx'

type Props = {
  space: Space
  table: DataTable
  /** What is seen: the rows of a question, and its columns in their order. */
  question: Question
  columns: readonly number[]
}
const SUFFIXES: Record<ExportFormat, string> = {
  xlsx: 'xlsx',
  csv: 'csv',
  csvForPrograms: 'csv',
  parquet: 'parquet',
  jsonl: 'jsonl',
}
const FORMATS: ExportFormat[] = ['xlsx', 'csv', 'csvForPrograms', 'parquet', 'jsonl']

/** Takes a table out as a file: all of it, or exactly what is seen. */
export function ExportButton({ space, table, question, columns }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isChoosing, setChoosing] = useState(false)
  const [name, setName] = useState(table.name)
  const [isOpen, setOpen] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [what, setWhat] = useState<'all' | 'seen'>('all')
  const asked = new URLSearchParams({ spaceId: table.spaceId, format })
  if (what === 'seen') {
    asked.set('question', JSON.stringify(question))
    asked.set('columns', columns.join(','))
  }
  const intoFolder = async ({ spaceId: toSpaceId, hash, name: folder }: ChosenFolder) => {
    const seen = what === 'seen' && { question, columns: [...columns] }
    const wish = { spaceId: table.spaceId, id: table.id, format, name, toSpaceId, folder: hash, ...seen }
    await call(tableFiles.exportInto, wish, { quiet: true })
    setChoosing(false)
    void message.success(t('tableFiles.export.begun', { folder }))
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
        footer={[
          <Button
            key="into"
            onClick={() => {
              setOpen(false)
              setName(table.name)
              setChoosing(true)
            }}
          >
            {t('tableFiles.export.into')}
          </Button>,
          <Button
            key="begin"
            type="primary"
            href={`/api${tableFiles.export.path.replace(':id', table.id)}?${asked}`}
            download
            onClick={() => setOpen(false)}
          >
            {t('tableFiles.export.begin')}
          </Button>,
        ]}
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
      {isChoosing && (
        <FolderDialog
          title={t('tableFiles.export.intoTitle', { name: table.name })}
          choose={t('tableFiles.export.here')}
          space={space}
          onChosen={intoFolder}
          onClose={() => setChoosing(false)}
        >
          <Form layout="vertical">
            <Form.Item label={t('tableFiles.export.name')} htmlFor="export-name">
              <Input
                id="export-name"
                value={name}
                maxLength={TABLE_NAME_MAX}
                suffix={<small>.{SUFFIXES[format]}</small>}
                onChange={({ target }) => setName(target.value)}
              />
            </Form.Item>
          </Form>
        </FolderDialog>
      )}
    </>
  )
}
