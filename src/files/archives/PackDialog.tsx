import { Alert, Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveFormat, archives } from '#contract/archives.ts'
import { isFileName } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { chosenHashes } from '../chosen.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { ChosenProblem, useChosen } from '../dialogs/use-chosen.tsx'
import { useBegin } from './use-begin.ts'

/** Asks for name and format of a new archive of the selected items. */
export default function PackDialog({ context, onClose }: DialogProps<'pack'>) {
  const { t } = useTranslation()
  const [first] = context.selected
  const isOne = context.selected.length === 1 && !context.isAll
  const suggested = (isOne && first?.name) || context.folder?.name || context.space.name
  const [name, setName] = useState(isFileName(suggested) ? suggested : t('archives.someName'))
  const [format, setFormat] = useState<ArchiveFormat>('zip')
  const { isBusy, problem, begin } = useBegin(context.space.id, onClose)
  const chosen = useChosen(() => chosenHashes(context))
  const hashList = chosen.items
  const isWrong = !isFileName(`${name}.${format}`)
  const finish = () => {
    if (isWrong || !context.folder || !hashList || chosen.isTooMany) return
    const target = context.folder.hash
    void begin(() =>
      call(
        archives.pack,
        { spaceId: context.space.id, hashList: [...hashList], target, name, format },
        { quiet: true },
      ),
    )
  }
  return (
    <Modal
      open
      title={t('archives.packTitle', { count: context.count })}
      okText={t('archives.pack')}
      okButtonProps={{ disabled: isWrong || !hashList || chosen.isTooMany }}
      confirmLoading={isBusy}
      onOk={finish}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={finish}>
        <Form.Item
          label={t('archives.name')}
          htmlFor="archive-name"
          validateStatus={isWrong ? 'error' : ''}
          help={isWrong ? t('files.nameInvalid', { name }) : undefined}
        >
          <Input
            id="archive-name"
            value={name}
            suffix={<span className="soft">.{format}</span>}
            onChange={(event) => setName(event.target.value)}
            autoFocus
          />
        </Form.Item>
        <Form.Item label={t('archives.format')}>
          <Radio.Group
            value={format}
            onChange={(event) => setFormat(event.target.value as ArchiveFormat)}
            options={ArchiveFormat.options.map((value) => ({
              value,
              label: t(`archives.formats.${value === 'tar.gz' ? 'tgz' : value}`),
            }))}
            vertical
          />
        </Form.Item>
      </Form>
      <ChosenProblem chosen={chosen} />
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}
