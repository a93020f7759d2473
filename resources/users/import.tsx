import { DownloadOutlined } from '@ant-design/icons'
import { Alert, App, Button, Drawer, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import { type ImportResult, sheetColumns, users } from '#contract/users.ts'
import { addressOf } from '#providers/address.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { useTask } from '#providers/use-task.ts'
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
type Sheet = { name: string; bytes: Blob; isTooLarge: boolean }

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
  const mails = useSendsMail() ? 'users.import.mails' : 'users.import.kept'
  if (!result.isDryRun) return <Alert type="success" showIcon title={t('users.import.done', { create, update })} />
  if (create + update === 0) return <Alert type="info" showIcon title={t('users.import.nothing', { name })} />
  return (
    <Alert
      type={error ? 'warning' : 'info'}
      showIcon
      title={t('users.import.dry', { name })}
      description={error ? t('users.import.leavesOut', { count: error }) : t(mails, { count: create })}
    />
  )
}

function useImport() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useUserCache()
  const { run, isBusy, problem, clear } = useTask()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [isKept, setKept] = useState(false)

  function send({ name, bytes }: Sheet, isDryRun: boolean, keepsRoles: boolean): Promise<ImportResult> {
    const form = new FormData()
    form.append('isDryRun', String(isDryRun))
    form.append('roles', keepsRoles ? 'keep' : 'apply')
    form.append('file', bytes, name)
    return callConfirmed(users.import, form, { quiet: true })
  }
  /** Previews the sheet, with the roles that it gives or without them. */
  const look = (chosen: Sheet, keepsRoles: boolean) =>
    run(async () => {
      setResult(await send(chosen, true, keepsRoles))
      setKept(keepsRoles)
    })
  async function choose(file: File): Promise<void> {
    clear()
    setResult(null)
    const isTooLarge = file.size > IMPORT_BYTES_MAX
    const bytes = new Blob(isTooLarge ? [] : [await file.arrayBuffer()], { type: file.type })
    const chosen = { name: file.name, bytes, isTooLarge }
    setSheet(chosen)
    if (!isTooLarge) await look(chosen, false)
  }
  const apply = () =>
    run(async () => {
      if (!sheet) return
      const done = await send(sheet, false, isKept)
      setResult(done)
      cache.renew()
      void message.success(t('users.import.done', { create: done.counts.create, update: done.counts.update }))
    })
  const reset = () => {
    setSheet(null)
    setResult(null)
    clear()
    setKept(false)
  }
  const refusal = sheet?.isTooLarge ? t('users.import.tooLarge', { size: formatBytes(IMPORT_BYTES_MAX, 0) }) : problem
  return { sheet, result, refusal, isBusy, isKept, choose, look, apply, reset }
}
