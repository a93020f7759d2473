import { ExportOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_NAME_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import type { ExportFormat } from '#contract/table-files.ts'
import { type ChosenFolder, FolderDialog } from '../../src/folders/FolderDialog.tsx'

type What = 'all' | 'seen'
type Wish = { format: ExportFormat; what: What }
type Target = { toSpaceId: string; folder: string; name: string }
type Props = {
  space: Space
  name: string
  /** Labels of the two choices. */
  words: Record<What, string>
  /** What is seen is less than all: it is what people mean, unless they choose. */
  isNarrowed?: boolean
  addressOf: (wish: Wish) => string
  /** Whether there are numbers that a formula or an aggregate makes. */
  hasComputed: boolean
  intoFolder: (wish: Wish & Target) => Promise<unknown>
}
export type Opened = { isOpen: boolean; onOpen: (isOpen: boolean) => void }
const SUFFIXES: Record<ExportFormat, string> = {
  xlsx: 'xlsx',
  csv: 'csv',
  csvForPrograms: 'csv',
  parquet: 'parquet',
  jsonl: 'jsonl',
}
const FORMATS: ExportFormat[] = ['xlsx', 'csv', 'csvForPrograms', 'parquet', 'jsonl']

/** The button that exports rows. */
export function ExportButton(props: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="text" icon={<ExportOutlined />} onClick={() => setOpen(true)}>
        {t('tableFiles.export.button')}
      </Button>
      <ExportDialog {...props} isOpen={isOpen} onOpen={setOpen} />
    </>
  )
}

/** Takes rows out as a file: all of them, or exactly what is seen. */
export function ExportDialog({
  space,
  name: title,
  words,
  isNarrowed = false,
  hasComputed,
  addressOf,
  intoFolder,
  isOpen,
  onOpen,
}: Props & Opened) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isChoosing, setChoosing] = useState(false)
  const [name, setName] = useState(title)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [chosen, setChosen] = useState<What | null>(null)
  const what = chosen ?? (isNarrowed ? 'seen' : 'all')
  const begin = async ({ spaceId: toSpaceId, hash, name: folder }: ChosenFolder) => {
    await intoFolder({ format, what, name, toSpaceId, folder: hash })
    setChoosing(false)
    void message.success(t('tableFiles.export.begun', { folder }))
  }
  return (
    <>
      <Modal
        title={t('tableFiles.export.title', { name: title })}
        open={isOpen}
        onCancel={() => onOpen(false)}
        footer={[
          <Button
            key="into"
            onClick={() => {
              onOpen(false)
              setName(title)
              setChoosing(true)
            }}
          >
            {t('tableFiles.export.into')}
          </Button>,
          <Button key="begin" type="primary" href={addressOf({ format, what })} download onClick={() => onOpen(false)}>
            {t('tableFiles.export.begin')}
          </Button>,
        ]}
      >
        <Form layout="vertical">
          <Form.Item label={t('tableFiles.export.what')}>
            <Radio.Group
              vertical
              aria-label={t('tableFiles.export.what')}
              value={what}
              onChange={({ target }) => setChosen(target.value)}
            >
              <Radio value="all">{words.all}</Radio>
              <Radio value="seen">{words.seen}</Radio>
            </Radio.Group>
          </Form.Item>
          <Form.Item
            label={t('tableFiles.export.format')}
            extra={format === 'xlsx' && hasComputed && t('tableFiles.export.digits')}
          >
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
          title={t('tableFiles.export.intoTitle', { name: title })}
          choose={t('tableFiles.export.here')}
          space={space}
          onChosen={begin}
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
