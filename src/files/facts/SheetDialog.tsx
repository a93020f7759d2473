import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Comparison, facts } from '#contract/facts.ts'
import { FACTS_SHEET_ROWS, IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { call } from '#providers/call.ts'
import { saveFile } from '#providers/save-file.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../widgets/format.ts'
import { SheetDrop } from '../../widgets/SheetDrop.tsx'
import type { Desk } from '../desk.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { Differences } from './Differences.tsx'
import './facts.css'

/** Metadata of many files as a sheet: take it out, change it, see what it would change, apply that. */
export default function SheetDialog({ desk, onClose }: DialogProps<'factSheet'>) {
  const { t } = useTranslation()
  const [told, setTold] = useState<{ name: string; comparison: Comparison } | null>(null)
  return (
    <Drawer open title={t('facts.sheets.title')} size={880} onClose={onClose} destroyOnHidden>
      <div className="item-facts">
        {told ? (
          <Differences
            spaceId={desk.space.id}
            name={told.name}
            comparison={told.comparison}
            onOther={() => setTold(null)}
          />
        ) : (
          <Choice desk={desk} onCompared={(name, comparison) => setTold({ name, comparison })} />
        )}
      </div>
    </Drawer>
  )
}

type ChoiceProps = { desk: Desk; onCompared: (name: string, comparison: Comparison) => void }

/** The way out and the way back in. */
function Choice({ desk, onCompared }: ChoiceProps) {
  const { t } = useTranslation()
  const out = useTask()
  const back = useTask()
  const [isLarge, setLarge] = useState(false)
  const folder = desk.marked.length === 1 ? desk.marked[0] : desk.folder
  const spaceId = desk.space.id
  const take = (form: 'xlsx' | 'csv') =>
    out.run(() => saveFile(facts.export, { spaceId, ...(folder && { hash: folder.hash }), form }))
  const compare = (file: File) =>
    back.run(async () => {
      setLarge(file.size > IMPORT_BYTES_MAX)
      if (file.size > IMPORT_BYTES_MAX) return
      const form = new FormData()
      form.append('spaceId', spaceId)
      form.append('file', file)
      onCompared(file.name, await call(facts.compare, form, { quiet: true }))
    })
  return (
    <>
      <h3>{t('facts.sheets.out')}</h3>
      <p className="soft">
        {t('facts.sheets.outHint', { folder: folder?.name || desk.space.name, count: FACTS_SHEET_ROWS })}
      </p>
      <div className="facts-buttons">
        {(['xlsx', 'csv'] as const).map((form) => (
          <Button key={form} icon={<DownloadOutlined />} loading={out.isBusy} onClick={() => void take(form)}>
            {t('facts.sheets.take', { form: `.${form}` })}
          </Button>
        ))}
      </div>
      {out.problem && <Alert type="error" showIcon title={out.problem} />}
      <h3>{t('facts.sheets.back')}</h3>
      <p className="soft">{t('facts.sheets.backHint')}</p>
      <SheetDrop label={t('facts.sheets.drop')} isBusy={back.isBusy} onFile={(file) => void compare(file)} />
      {back.isBusy && (
        <p role="status">
          <Spin size="small" /> {t('facts.sheets.comparing')}
        </p>
      )}
      {isLarge && (
        <Alert type="error" showIcon title={t('facts.sheets.tooLarge', { size: formatBytes(IMPORT_BYTES_MAX, 0) })} />
      )}
      {back.problem && <Alert type="error" showIcon title={back.problem} />}
    </>
  )
}
