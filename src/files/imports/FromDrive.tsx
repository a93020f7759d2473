import { Alert, Button, Form, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Drive, DriveKind, imports } from '#contract/imports.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { ForeignList } from './ForeignList.tsx'
import type { WayProps } from './way.ts'

const places: Record<DriveKind, string> = {
  webdav: 'https://cloud.example.org/remote.php/dav/files/name/',
  s3: 'https://s3.example.org',
}

/** Fields that a kind of drive may not ask for. */
const NOT_ASKED = { bucket: '', region: '', user: '', secret: '' }

/** Imports from a drive on another site: sign in, browse, select. */
export function FromDrive({ onReady }: WayProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Omit<Drive, 'kind'>>()
  const [kind, setKind] = useState<DriveKind>('webdav')
  const [drive, setDrive] = useState<Drive | null>(null)
  // Counts changes of the form, so that an answer for earlier values is ignored.
  const changes = useRef(0)
  const { isBusy, problem, run, clear } = useFormTask(form)

  const forget = () => {
    changes.current += 1
    setDrive(null)
    clear()
    // A secret that was refused may be valid with the changed values.
    form.setFields([{ name: 'secret', errors: [] }])
    onReady(null)
  }
  const open = (values: Omit<Drive, 'kind'>) =>
    run(async () => {
      const next: Drive = { ...NOT_ASKED, ...values, kind }
      const asked = changes.current
      try {
        await call(imports.lookAtDrive, { drive: next }, { quiet: true })
      } catch (failure) {
        if (asked === changes.current) throw failure
      }
      if (asked === changes.current) setDrive(next)
    })
  const select = (_folder: string, paths: string[]) =>
    onReady(
      drive && paths.length ? (place) => call(imports.fromDrive, { ...place, drive, paths }, { quiet: true }) : null,
    )
  const isS3 = kind === 's3'
  return (
    <>
      <Segmented
        value={kind}
        aria-label={t('imports.drive.kind')}
        onChange={(next) => {
          setKind(next)
          forget()
        }}
        options={DriveKind.options.map((value) => ({ value, label: t(`imports.drive.kinds.${value}`) }))}
      />
      <Form
        form={form}
        layout="vertical"
        className="imports-drive"
        onValuesChange={forget}
        onFinish={(values) => void open(values)}
      >
        <Form.Item
          name="server"
          label={t('imports.drive.server')}
          extra={t(isS3 ? 'imports.drive.s3Hint' : 'imports.drive.webdavHint')}
          rules={[{ required: true, type: 'url', message: t('imports.drive.serverWrong') }]}
        >
          <Input placeholder={places[kind]} autoComplete="off" />
        </Form.Item>
        {isS3 && (
          <Form.Item name="bucket" label={t('imports.drive.bucket')} rules={[{ required: true }]}>
            <Input autoComplete="off" />
          </Form.Item>
        )}
        {isS3 && (
          <Form.Item name="region" label={t('imports.drive.region')}>
            <Input placeholder="us-east-1" autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item name="user" label={t(isS3 ? 'imports.drive.keyId' : 'imports.drive.user')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="secret"
          label={t(isS3 ? 'imports.drive.key' : 'imports.drive.password')}
          extra={t('imports.drive.secretHint')}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        {problem && <Alert className="imports-problem" type="error" showIcon title={problem} />}
        {!drive && (
          <Button htmlType="submit" loading={isBusy}>
            {t('imports.drive.open')}
          </Button>
        )}
      </Form>
      {drive && (
        <ForeignList
          name={['drive', drive.server, drive.bucket]}
          title={drive.bucket || new URL(drive.server).host}
          look={(path, after) => call(imports.lookAtDrive, { drive, path, ...(after && { after }) }, { quiet: true })}
          onSelect={select}
        />
      )}
    </>
  )
}
