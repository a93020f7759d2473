import { DownloadOutlined } from '@ant-design/icons'
import { Alert, App, Button, Drawer, Segmented, Spin } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import { mails } from '#contract/mails.ts'
import { type ImportResult, sheetColumns, users } from '#contract/users.ts'
import { addressOf } from '#providers/address.ts'
import { currentLang } from '#providers/i18n.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatBytes, formatList } from '../../src/widgets/format.ts'
import { SheetDrop } from '../../src/widgets/SheetDrop.tsx'
import { useUserCache } from './cache.ts'
import { ImportDirectory, useDirectories } from './import-directory.tsx'
import { changesRole, RoleChanges, RoleList } from './import-roles.tsx'
import { ImportRows } from './import-rows.tsx'
import { type ImportSource, isWhatItsNameSays, sheetSource } from './import-source.ts'
import { type MailLanguage, MailLanguageSelect } from './mail-language.tsx'

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

function Import({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { source, result, refusal, refused, isBusy, isKept, chooseDirectory, chooseFile, look, apply, reset, ...mail } =
    useImport()
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
      {!result && <Choice last={source} isBusy={isBusy} onFile={chooseFile} onSource={chooseDirectory} />}
      {isBusy && (
        <p role="status" className="import-busy">
          <Spin size="small" /> {source && t('users.import.busy', { name: source.name })}
        </p>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} description={refused} />}
      {result && source && (
        <>
          <Headline result={result} source={source} />
          {result.isDryRun && (
            <RoleChanges rows={result.rows} isKept={isKept} isBusy={isBusy} onChange={(keeps) => look(source, keeps)} />
          )}
          {result.isDryRun && result.counts.create > 0 && (
            <div className="import-language">
              <span>{t('users.language.label')}</span>
              <MailLanguageSelect
                aria-label={t('users.language.label')}
                value={mail.language}
                disabled={isBusy}
                onChange={mail.setLanguage}
              />
              <span className="users-hint">{t('users.language.hint')}</span>
            </div>
          )}
          <ImportRows result={result} />
          <FormEnd
            submit={mayApply ? t('users.import.apply', { count }) : t('common.close')}
            cancel={t(source.kind === 'sheet' ? 'users.import.other' : 'users.directory.other')}
            isBusy={isBusy}
            onSubmit={mayApply ? confirm : onClose}
            onCancel={isBusy ? undefined : reset}
          />
        </>
      )}
    </div>
  )
}

type ChoiceProps = {
  /** The last previewed source. */
  last: ImportSource | null
  isBusy: boolean
  onFile: (file: File) => void
  onSource: (source: ImportSource) => Promise<void>
}

/** Chooses what to import from; a directory is offered where people sign in by one. */
function Choice({ last, isBusy, onFile, onSource }: ChoiceProps) {
  const { t } = useTranslation()
  const directories = useDirectories()
  const [kind, setKind] = useState<ImportSource['kind']>(last?.kind ?? 'sheet')
  if (!directories.length) return <SheetChoice isBusy={isBusy} onFile={onFile} />
  return (
    <>
      <Segmented
        className="import-choice"
        aria-label={t('users.directory.from')}
        options={(['sheet', 'directory'] as const).map((value) => ({
          value,
          label: t(`users.directory.kinds.${value}`),
        }))}
        value={kind}
        onChange={setKind}
      />
      {kind === 'sheet' ? (
        <SheetChoice isBusy={isBusy} onFile={onFile} />
      ) : (
        <ImportDirectory last={last} directories={directories} onSource={onSource} />
      )}
    </>
  )
}

/** Chooses a sheet and explains the columns that it needs. */
function SheetChoice({ isBusy, onFile }: Pick<ChoiceProps, 'isBusy' | 'onFile'>) {
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

function Headline({ result, source: { name, isInviting } }: { result: ImportResult; source: ImportSource }) {
  const { t } = useTranslation()
  const { create, update, error } = result.counts
  const sendsMail = useSendsMail()
  const told = sendsMail ? 'users.import.mails' : 'users.import.kept'
  const after = isInviting ? t(told, { count: create }) : t('users.directory.after', { count: create, name })
  if (!result.isDryRun) {
    const links = create > 0 && isInviting && !sendsMail && (
      <>
        <p className="import-links">{t('users.import.linksHint')}</p>
        <Button href={addressOf(mails.links, {})} icon={<DownloadOutlined />} download>
          {t('users.import.links')}
        </Button>
      </>
    )
    return (
      <Alert
        type="success"
        showIcon
        title={t('users.import.done', { create, update })}
        description={
          links || error > 0 ? (
            <>
              {error > 0 && <p>{t('users.import.skipped', { count: error })}</p>}
              {links}
            </>
          ) : undefined
        }
      />
    )
  }
  if (create + update === 0) return <Alert type="info" showIcon title={t('users.import.nothing', { name })} />
  return (
    <Alert
      type={error ? 'warning' : 'info'}
      showIcon
      title={t('users.import.dry', { name })}
      description={error ? t('users.import.leavesOut', { count: error }) : create > 0 && after}
    />
  )
}

function useImport() {
  const { t } = useTranslation()
  const cache = useUserCache()
  const { run, isBusy, problem, clear } = useTask()
  const [source, setSource] = useState<ImportSource | null>(null)
  /** The chosen file that can't be sent, and why. */
  const [unfit, setUnfit] = useState<{ name: string; reason: string } | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [isKept, setKept] = useState(false)
  const [language, setLanguage] = useState<MailLanguage>(currentLang)

  /** Previews what would be imported, with the roles that it gives or without them. */
  async function preview(chosen: ImportSource, keepsRoles: boolean): Promise<void> {
    setResult(await chosen.send({ isDryRun: true, keepsRoles, language }))
    setKept(keepsRoles)
  }
  const look = (chosen: ImportSource, keepsRoles: boolean) => run(() => preview(chosen, keepsRoles))
  function begin(chosen: ImportSource): void {
    clear()
    setUnfit(null)
    setResult(null)
    setSource(chosen)
  }
  async function chooseDirectory(chosen: ImportSource): Promise<void> {
    begin(chosen)
    await preview(chosen, false)
  }
  async function chooseFile(file: File): Promise<void> {
    const isTooLarge = file.size > IMPORT_BYTES_MAX
    if (!isTooLarge && (await isWhatItsNameSays(file))) {
      const chosen = await sheetSource(file)
      begin(chosen)
      return look(chosen, false)
    }
    clear()
    setSource(null)
    const reason = isTooLarge
      ? t('users.import.tooLarge', { size: formatBytes(IMPORT_BYTES_MAX, 0) })
      : t('users.import.noWorkbook')
    setUnfit({ name: file.name, reason })
  }
  const apply = () =>
    run(async () => {
      if (!source) return
      const done = await source.send({ isDryRun: false, keepsRoles: isKept, language })
      setResult(done)
      cache.renew()
    })
  const reset = () => {
    setUnfit(null)
    setResult(null)
    clear()
    setKept(false)
  }
  const refusal = unfit?.reason ?? problem
  const refused = unfit?.name ?? source?.name
  return {
    source,
    result,
    refusal,
    refused,
    isBusy,
    isKept,
    language,
    setLanguage,
    chooseDirectory,
    chooseFile,
    look,
    apply,
    reset,
  }
}
