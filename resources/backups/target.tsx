import { App, Button, Form, type FormItemProps, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BackupPolicy, BackupTarget, type BackupTargetKind, backups } from '#contract/backups.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { fieldsOfTarget, placeOf } from './place.ts'

type Field = (name: string) => FormItemProps
type Props = {
  field: Field
  policy: BackupPolicy | undefined
  kinds: readonly BackupTargetKind[]
  folders: readonly string[]
}

/** The target of the copies; only the credentials of an existing policy can be changed. */
export function TargetFields({ field, policy, kinds, folders }: Props) {
  const { t } = useTranslation()
  const kind: BackupTargetKind = Form.useWatch('kind') ?? kinds[0] ?? 'folder'
  const fixed = t(policy?.isEncrypted ? 'backups.folder.fixedSealed' : 'backups.folder.fixed', {
    folder: policy && placeOf(policy),
  })
  return (
    <>
      {policy ? (
        <p className="backup-fixed">
          {fixed}
          {policy.hostKey && <small>{t('backups.server.hostKey', { key: policy.hostKey })}</small>}
        </p>
      ) : (
        <Form.Item {...field('kind')} required>
          <Select options={kinds.map((value) => ({ value, label: t(`backups.kind.kinds.${value}`) }))} />
        </Form.Item>
      )}
      {!policy && kind === 'folder' && (
        <Form.Item
          {...field('folder')}
          required
          extra={t('backups.folder.hint', { folders: folders.join(t('backups.and')) })}
        >
          <Input />
        </Form.Item>
      )}
      {!policy && kind !== 'folder' && <PlaceFields field={field} kind={kind} />}
      {kind !== 'folder' && <SignInFields field={field} kind={kind} policy={policy} />}
      <TestButton policy={policy} />
    </>
  )
}

const starts = { s3: 'https://', webdav: 'https://', sftp: 'sftp://', ftp: 'ftps://' } as const

function PlaceFields({ field, kind }: { field: Field; kind: Exclude<BackupTargetKind, 'folder'> }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item {...field('server')} required extra={t(`backups.server.hints.${kind}`)}>
        <Input inputMode="url" placeholder={starts[kind]} />
      </Form.Item>
      {kind === 's3' && (
        <div className="backup-fields">
          <Form.Item {...field('bucket')} required>
            <Input />
          </Form.Item>
          <Form.Item {...field('region')}>
            <Input />
          </Form.Item>
        </div>
      )}
      <Form.Item {...field('folder')} label={t('backups.folder.below')} extra={t('backups.folder.remoteHint')}>
        <Input />
      </Form.Item>
    </>
  )
}

function SignInFields({
  field,
  kind,
  policy,
}: Pick<Props, 'field' | 'policy'> & { kind: Exclude<BackupTargetKind, 'folder'> }) {
  const { t } = useTranslation()
  const labels = {
    account: t(kind === 's3' ? 'backups.account.keyId' : 'backups.account.label'),
    secret: t(`backups.secret.labels.${kind}`),
  }
  return (
    <div className="backup-fields">
      <Form.Item {...field('account')} label={labels.account}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        {...field('secret')}
        label={labels.secret}
        extra={t(policy?.hasSecret ? 'backups.secret.kept' : 'backups.secret.hint')}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </div>
  )
}

/** Tests the target with the current input; errors are shown beside their fields. */
function TestButton({ policy }: { policy: BackupPolicy | undefined }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const form = Form.useFormInstance<InputOf<typeof backups.create>>()
  const { run, isBusy, problem } = useFormTask(form, fieldsOfTarget)
  const names = Object.keys(BackupTarget.shape) as (keyof InputOf<typeof backups.test>)[]
  const test = () =>
    run(async () => {
      const all: Partial<Record<string, unknown>> = form.getFieldsValue(true)
      const typed = Object.fromEntries(names.map((name) => [name, all[name]]))
      await call(backups.test, { ...typed, ...(policy && { id: policy.id }) }, { quiet: true })
      void message.success(t('backups.test.done'))
    })
  return (
    <div className="backup-test">
      <Button loading={isBusy} onClick={() => void test()}>
        {t('backups.test.button')}
      </Button>
      <Problem text={problem} />
    </div>
  )
}
