import { ImportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftFields, fieldsOf, valuesOf } from '#contract/publications/draft.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { METADATA_TEXT_MAX, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { Labelled } from './entry-list.tsx'
import { ImportPreview, type ReadFields } from './import-preview.tsx'
import type { Draft } from './use-draft.ts'

/** Fields about the target or the contents of a draft, which are never imported. */
const OWN = ['institution', 'template', 'templateVersion', 'resourceType', 'changes', 'files', 'tables', 'boards']
const describing = (fields: DraftFields): DraftFields =>
  fieldsOf(new Map([...valuesOf(fields)].filter(([place]) => !OWN.includes(place))))

type Props = { draft: Draft; definition: TemplateDefinition }

/** Imports metadata from a file, a pasted text or an earlier dataset, with a preview. */
export function ImportMetadata({ draft, definition }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [read, setRead] = useState<ReadFields | null>(null)
  const close = () => {
    setOpen(false)
    setRead(null)
  }
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t('publications.import.open')}
      </Button>
      <Drawer title={t('publications.import.open')} open={isOpen} onClose={close} size={640} destroyOnHidden>
        {read ? (
          <ImportPreview
            draft={draft}
            definition={definition}
            read={read}
            onBack={() => setRead(null)}
            onDone={close}
          />
        ) : (
          <Sources draft={draft} onRead={setRead} />
        )}
      </Drawer>
    </>
  )
}

function Sources({ draft, onRead }: { draft: Draft; onRead: (read: ReadFields) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { run, isBusy, problem } = useTask()
  const readText = (given: string) =>
    run(async () => onRead(await call(publications.readMetadata, { text: given }, { quiet: true })))
  const former = (id: string) =>
    run(async () => {
      const { fields } = await call(publications.show, { id }, { quiet: true, aside: true })
      onRead({ fields: describing(fields), omitted: [] })
    })
  const open = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (file) await readText(await file.slice(0, METADATA_TEXT_MAX * 4 + 4).text())
  }
  return (
    <div className="import-sources">
      <p>{t('publications.import.hint')}</p>
      <Labelled label={t('publications.import.text')}>
        <Input.TextArea
          rows={8}
          value={text}
          maxLength={METADATA_TEXT_MAX}
          onChange={(event) => setText(event.target.value)}
        />
      </Labelled>
      <div className="publication-actions">
        <Button type="primary" loading={isBusy} disabled={!text.trim()} onClick={() => void readText(text)}>
          {t('publications.import.read')}
        </Button>
        <Button onClick={() => input.current?.click()}>{t('publications.import.file')}</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".bib,.cff,.json,.jsonld,.xml,.yml,.yaml"
          aria-label={t('publications.import.file')}
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </div>
      <Former ownId={draft.id} onChoose={(id) => void former(id)} />
      <Problem text={problem} />
    </div>
  )
}

function Former({ ownId, onChoose }: { ownId: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const query = useQuery({
    queryKey: ['publications', 'former', q],
    queryFn: () => call(publications.mine, { ...(q && { q }) }, { quiet: true, aside: true }),
  })
  const items = (query.data?.list ?? []).filter(({ id }) => id !== ownId)
  return (
    <Labelled label={t('publications.import.former')}>
      <Select<string | null>
        showSearch={{ filterOption: false, onSearch: setQ }}
        value={null}
        placeholder={t('publications.import.formerHint')}
        notFoundContent={query.error ? sentenceOf(query.error) : t('publications.import.formerNone')}
        onChange={(id) => id && onChoose(id)}
        options={items.map(({ id, title, number }) => ({
          value: id,
          label: t('publications.import.formerOne', { title: title || t('publications.untitled'), number }),
        }))}
      />
    </Labelled>
  )
}
