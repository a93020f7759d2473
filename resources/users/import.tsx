import { DownloadOutlined } from '@ant-design/icons'
import { Alert, App, Button, Drawer, Spin } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import { type ImportResult, sheetColumns, users } from '#contract/users.ts'
import { addressOf } from '#providers/address.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { sentenceOf } from '#providers/failures.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatBytes, formatList } from '../../src/widgets/format.ts'
import { SheetDrop } from '../../src/widgets/SheetDrop.tsx'
import { useUserCache } from './cache.ts'
import { changesRole, RoleChanges, RoleList } from './import-roles.tsx'
import { ImportRows } from './import-rows.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** Imports accounts from a sheet: choose it, preview the changes, then apply them. */
export function ImportUsers({ isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('users.panels.import')} open={isOpen} onClose={onClose} size={880} destroyOnHidden>
      <Import onClose={onClose} />
    </Drawer>
  )
}

/** The bytes that were checked are imported, even if the file changes on disk meanwhile. */
type Sheet = { name: string; bytes: Blob }

function Import({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { sheet, result, refusal, isBusy, isKept, choose, look, apply, reset } = useImport()
  const count = result ? result.counts.create + result.counts.update : 0
  const mayApply = result?.isDryRun === true && count > 0
  const roleCount = result ? result.rows.filter(changesRole).length : 0

  /** New roles are asked about, with who gets which. */
  function confirm() {
    if (!result || roleCount === 0) return void apply()
    modal.confirm({
      title: t('users.import.roleAsk', { count: roleCount }),
      content: <RoleList rows={result.rows} />,
      okText: t('users.import.roleApply', { count }),
      onOk: () => void apply(),
    })
  }
  return (
    <div className="import">
      {!result && <Choice isBusy={isBusy} onFile={choose} />}
      {isBusy && (
        <p role="status" className="import-busy">
          <Spin size="small" /> {sheet && t('users.import.busy', { name: sheet.name })}
        </p>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} description={sheet?.name} />}
      {result && sheet && (
        <>
          <Headline result={result} name={sheet.name} />
          {result.isDryRun && (
            <RoleChanges count={roleCount} isKept={isKept} isBusy={isBusy} onChange={(keeps) => look(sheet, keeps)} />
          )}
          <ImportRows result={result} />
          <FormEnd
            submit={mayApply ? t('users.import.apply', { count }) : t('common.close')}
            cancel={t('users.import.other')}
            isBusy={isBusy}
            onSubmit={mayApply ? confirm : onClose}
            onCancel={isBusy ? undefined : reset}
          />
        </>
      )}
    </div>
  )
}

/** Chooses a sheet and explains the columns that it needs. */
function Choice({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <p className="users-hint">
        {t('users.import.hint', { count: IMPORT_ROWS_MAX, size: formatBytes(IMPORT_BYTES_MAX, 0) })}
      </p>
      <SheetDrop label={t('users.import.drop')} onFile={onFile} isBusy={isBusy} />
      <div className="import-columns">
        <Button href={addressOf(users.template, {})} icon={<DownloadOutlined />} download>
          {t('users.import.template')}
        </Button>
        <p className="users-hint">
          {t('users.import.columns')}{' '}
          {formatList(
            sheetColumns.map((column) => t(`users.columns.${column}`)),
            i18n.language,
          )}
        </p>
      </div>
    </>
  )
}

function Headline({ result, name }: { result: ImportResult; name: string }) {
  const { t } = useTranslation()
  const { create, update, error } = result.counts
  if (!result.isDryRun) return <Alert type="success" showIcon title={t('users.import.done', { create, update })} />
  if (create + update === 0) return <Alert type="info" showIcon title={t('users.import.nothing', { name })} />
  return (
    <Alert
      type={error ? 'warning' : 'info'}
      showIcon
      title={t('users.import.dry', { name })}
      description={error ? t('users.import.leavesOut', { count: error }) : t('users.import.mails', { count: create })}
    />
  )
}

function useImport() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useUserCache()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isKept, setKept] = useState(false)
  const running = useRef(false)

  async function send({ name, bytes }: Sheet, isDryRun: boolean, keepsRoles: boolean): Promise<ImportResult | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setRefusal('')
    const form = new FormData()
    form.append('isDryRun', String(isDryRun))
    form.append('roles', keepsRoles ? 'keep' : 'apply')
    form.append('file', bytes, name)
    try {
      return await callConfirmed(users.import, form, { quiet: true })
    } catch (failure) {
      setRefusal(sentenceOf(failure))
      return null
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  /** Previews the sheet, with the roles that it gives or without them. */
  async function look(chosen: Sheet, keepsRoles: boolean): Promise<void> {
    const preview = await send(chosen, true, keepsRoles)
    if (!preview) return
    setResult(preview)
    setKept(keepsRoles)
  }
  async function choose(file: File): Promise<void> {
    const chosen = { name: file.name, bytes: new Blob([]) }
    setSheet(chosen)
    setResult(null)
    if (file.size > IMPORT_BYTES_MAX) {
      setRefusal(t('users.import.tooLarge', { size: formatBytes(IMPORT_BYTES_MAX, 0) }))
      return
    }
    const kept = { name: file.name, bytes: new Blob([await file.arrayBuffer()], { type: file.type }) }
    setSheet(kept)
    await look(kept, false)
  }
  async function apply(): Promise<void> {
    const done = sheet && (await send(sheet, false, isKept))
    if (!done) return
    setResult(done)
    cache.renew()
    void message.success(t('users.import.done', { create: done.counts.create, update: done.counts.update }))
  }
  const reset = () => {
    setSheet(null)
    setResult(null)
    setRefusal('')
    setKept(false)
  }
  return { sheet, result, refusal, isBusy, isKept, choose, look, apply, reset }
}
