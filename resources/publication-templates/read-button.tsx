import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { publicationTemplates } from '#contract/publication-templates.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'

type Read = { definition: TemplateDefinition; omitted: readonly string[] }

/** Reads a template from an XML file into the editor; nothing is saved yet. */
export function ReadButton({ onRead }: { onRead: (read: Read) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { run, isBusy, problem } = useTask()
  const read = (file: File | undefined) =>
    run(async () => {
      if (input.current) input.current.value = ''
      if (file) onRead(await call(publicationTemplates.read, { xml: await file.text() }, { quiet: true }))
    })
  return (
    <>
      <Problem text={problem} />
      <input
        ref={input}
        type="file"
        accept=".xml,application/xml,text/xml"
        hidden
        aria-label={t('publicationTemplates.import')}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button icon={<UploadOutlined />} loading={isBusy} onClick={() => input.current?.click()}>
        {t('publicationTemplates.import')}
      </Button>
    </>
  )
}
