import { UploadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketItem } from '#contract/components.ts'
import { COMPONENT_ZIP_BYTES } from '#contract/core/limits.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { lookAt } from './use-install.ts'

/**
 * Chooses a package file and reads its description. The bytes that were read are installed, even if the file changes on
 * disk.
 */
export function PackageButton({ onLooked }: { onLooked: (item: MarketItem, file: Blob) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { run, isBusy, problem } = useTask()
  const look = (file: File) =>
    run(async () => {
      const bytes = new Blob([await file.arrayBuffer()])
      onLooked(await lookAt(bytes), bytes)
    })
  return (
    <div className="components-file">
      {problem && <span role="alert">{problem}</span>}
      <Tooltip title={t('components.fileHint', { size: formatBytes(COMPONENT_ZIP_BYTES, 0) })}>
        <Button icon={<UploadOutlined />} loading={isBusy} onClick={() => input.current?.click()}>
          {t('components.file')}
        </Button>
      </Tooltip>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip"
        aria-label={t('components.file')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void look(file)
          event.target.value = ''
        }}
      />
    </div>
  )
}
