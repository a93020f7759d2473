import { Alert, Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { imports } from '#contract/imports.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../widgets/format.ts'
import type { WayProps } from './way.ts'

/** Imports a dataset that a repository or another site has published: looks it up, then brings all its files. */
export function FromPublished({ onReady }: WayProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [seen, setSeen] = useState<DataOf<typeof imports.lookAtPublished> | null>(null)
  // The address currently entered, so that an answer for another one is ignored.
  const latest = useRef('')
  const { isBusy, problem, run, clear } = useTask()

  const change = (next: string) => {
    setAddress(next)
    latest.current = next.trim()
    setSeen(null)
    clear()
    onReady(null)
  }
  const look = () =>
    run(async () => {
      const asked = address.trim()
      const found = await call(imports.lookAtPublished, { address: asked }, { quiet: true })
      if (latest.current !== asked) return
      setSeen(found)
      onReady((place) => call(imports.fromPublished, { ...place, address: asked }, { quiet: true }))
    })
  return (
    <Form layout="vertical" onFinish={() => void look()}>
      <Form.Item label={t('imports.published.label')} htmlFor="import-published" extra={t('imports.published.hint')}>
        <Input
          id="import-published"
          value={address}
          placeholder="https://doi.org/10.5281/zenodo.…"
          onChange={(event) => change(event.target.value)}
          autoFocus
        />
      </Form.Item>
      {problem && <Alert className="imports-problem" type="error" showIcon title={problem} />}
      {!seen && (
        <Button htmlType="submit" loading={isBusy} disabled={!address.trim()}>
          {t('imports.look')}
        </Button>
      )}
      {seen && (
        <Alert
          className="imports-found"
          type="success"
          showIcon
          title={seen.title}
          description={[
            t(`imports.published.kinds.${seen.kind}`),
            seen.fileCount !== null && t('imports.published.files', { count: seen.fileCount }),
            seen.sizeBytes !== null && formatBytes(seen.sizeBytes),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
    </Form>
  )
}
