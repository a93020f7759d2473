import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_BYTES_MAX, METADATA_SHEET_ROWS } from '#contract/core/limits.ts'
import { type Comparison, metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { saveFile } from '#providers/save-file.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../widgets/format.ts'
import { SheetDrop } from '../../widgets/SheetDrop.tsx'
import type { ActionContext } from '../action-context.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { Differences } from './Differences.tsx'
import './metadata.css'

/** Metadata of many files as a sheet: download, edit, upload with a preview of the changes, apply. */
export default function SheetDialog({ context, onClose }: DialogProps<'metadataSheet'>) {
  const { t } = useTranslation()
  const [compared, setCompared] = useState<{ name: string; comparison: Comparison } | null>(null)
  return (
    <Drawer open title={t('metadata.sheets.title')} size={880} onClose={onClose} destroyOnHidden>
      <div className="item-metadata">
        {compared ? (
          <Differences
            spaceId={context.space.id}
            name={compared.name}
            comparison={compared.comparison}
            onOther={() => setCompared(null)}
          />
        ) : (
          <Choice context={context} onCompared={(name, comparison) => setCompared({ name, comparison })} />
        )}
      </div>
    </Drawer>
  )
}

type ChoiceProps = { context: ActionContext; onCompared: (name: string, comparison: Comparison) => void }

/** Downloads the sheet, and uploads the edited one. */
function Choice({ context, onCompared }: ChoiceProps) {
  const { t } = useTranslation()
  const out = useTask()
  const back = useTask()
  const [isLarge, setLarge] = useState(false)
  const folder = context.selected.length === 1 ? context.selected[0] : context.folder
  const spaceId = context.space.id
  const take = (form: 'xlsx' | 'csv') =>
    out.run(() => saveFile(metadata.export, { spaceId, ...(folder && { hash: folder.hash }), form }))
  const compare = (file: File) =>
    back.run(async () => {
      setLarge(file.size > IMPORT_BYTES_MAX)
      if (file.size > IMPORT_BYTES_MAX) return
      const form = new FormData()
      form.append('spaceId', spaceId)
      form.append('file', file)
      onCompared(file.name, await call(metadata.compare, form, { quiet: true }))
    })
  return (
    <>
      <h3>{t('metadata.sheets.out')}</h3>
      <p className="soft">
        {t('metadata.sheets.outHint', { folder: folder?.name || context.space.name, count: METADATA_SHEET_ROWS })}
      </p>
      <div className="metadata-buttons">
        {(['xlsx', 'csv'] as const).map((form) => (
          <Button key={form} icon={<DownloadOutlined />} loading={out.isBusy} onClick={() => void take(form)}>
            {t('metadata.sheets.take', { form: `.${form}` })}
          </Button>
        ))}
      </div>
      {out.problem && <Alert type="error" showIcon title={out.problem} />}
      <h3>{t('metadata.sheets.back')}</h3>
      <p className="soft">{t('metadata.sheets.backHint')}</p>
      <SheetDrop label={t('metadata.sheets.drop')} isBusy={back.isBusy} onFile={(file) => void compare(file)} />
      {back.isBusy && (
        <p role="status">
          <Spin size="small" /> {t('metadata.sheets.comparing')}
        </p>
      )}
      {isLarge && (
        <Alert
          type="error"
          showIcon
          title={t('metadata.sheets.tooLarge', { size: formatBytes(IMPORT_BYTES_MAX, 0) })}
        />
      )}
      {back.problem && <Alert type="error" showIcon title={back.problem} />}
    </>
  )
}
