import { useQuery } from '@tanstack/react-query'
import { Form, Progress, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_FILE_BYTES } from '#contract/core/limits.ts'
import { TABLE_SUFFIXES } from '#contract/core/table-suffixes.ts'
import { search } from '#contract/search.ts'
import type { Space } from '#contract/spaces.ts'
import { type TableSource, tableFiles } from '#contract/table-files.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatBytes } from '../../src/widgets/format.ts'
import { SheetDrop } from '../../src/widgets/SheetDrop.tsx'

const DOTTED = TABLE_SUFFIXES.map((suffix) => `.${suffix}`)
type Props = { space: Space; onChosen: (source: TableSource, name: string) => void; onClose: () => void }

/** A file of the own machine, or one of the space. */
export function ImportSource({ space, onChosen, onClose }: Props) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const [percent, setPercent] = useState(0)
  const send = (file: File) =>
    run(async () => {
      const form = new FormData()
      form.append('spaceId', space.id)
      form.append('file', file, file.name)
      const onUploadProgress = ({ progress = 0 }) => setPercent(Math.floor(progress * 100))
      const { id, name } = await call(tableFiles.upload, form, { quiet: true, onUploadProgress })
      onChosen({ from: 'upload', id }, name)
    })
  return (
    <Form layout="vertical" className="import-source">
      <SheetDrop label={t('tableFiles.import.drop')} suffixes={DOTTED} isBusy={isBusy} onFile={send} />
      {isBusy && <Progress percent={percent} status="active" aria-label={t('tableFiles.import.sending')} />}
      <p className="import-hint">{t('tableFiles.import.limit', { size: formatBytes(TABLE_FILE_BYTES) })}</p>
      <Form.Item label={t('tableFiles.import.ofSpace')} htmlFor="import-ofSpace">
        <SpaceFile space={space} onChosen={onChosen} />
      </Form.Item>
      <FormEnd submit={null} isBusy={false} problem={problem} onCancel={onClose} />
    </Form>
  )
}

/** A table file of the space, found by its name. */
function SpaceFile({ space, onChosen }: Pick<Props, 'space' | 'onChosen'>) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const suffixes = TABLE_SUFFIXES.join(',')
  const query = useQuery({
    queryKey: ['tables', space.id, 'files', q],
    queryFn: () =>
      call(search.find, { q, spaceId: space.id, in: 'name', kind: 'file', suffixes, size: 20 }, { quiet: true }),
    enabled: q !== '',
  })
  const files = query.data?.list.map(({ file }) => file) ?? []
  return (
    <Select
      id="import-ofSpace"
      showSearch={{ filterOption: false, onSearch: (text) => setQ(text.trim()) }}
      placeholder={t('tableFiles.import.find')}
      loading={query.isFetching}
      notFoundContent={q && !query.isFetching ? t('tableFiles.import.noFile') : null}
      options={files.map(({ hash, name }) => ({ value: hash, label: name }))}
      onChange={(hash: string) => onChosen({ from: 'file', hash }, files.find((one) => one.hash === hash)?.name ?? '')}
    />
  )
}
