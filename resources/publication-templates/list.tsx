import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ManagedTemplate, publicationTemplates } from '#contract/publication-templates.ts'
import { call } from '#providers/call.ts'
import { saveFile } from '#providers/save-file.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatDay } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { type Column, RecordTable } from '../../src/widgets/RecordTable.tsx'
import { TemplateEditor, type TemplatePanel } from './editor.tsx'
import { ReadButton } from './read-button.tsx'
import { Versions } from './versions.tsx'
import './publication-templates.css'

const EMPTY = {
  name: { zh: '', en: '' },
  description: { zh: '', en: '' },
  resourceType: 'dataset' as const,
  groups: [
    {
      title: { zh: '', en: '' },
      fields: (['zh', 'en'] as const).map((language) => ({
        key: 'title',
        type: 'core' as const,
        language,
        title: { zh: '', en: '' },
        hint: { zh: '', en: '' },
        multiply: language === 'zh' ? '1:1' : '0:1',
        check: '',
        options: [],
        iri: '',
      })),
    },
  ],
}

/** The metadata templates by which datasets are described. */
export default function TemplateList() {
  const { t } = useTranslation()
  const [panel, setPanel] = useState<TemplatePanel | null>(null)
  const [past, setPast] = useState<ManagedTemplate | null>(null)
  const query = useQuery({
    queryKey: ['publicationTemplates', 'all'],
    queryFn: () => call(publicationTemplates.list, {}, { quiet: true }),
  })
  const edit = (template: ManagedTemplate) => setPanel({ template, definition: template.definition, omitted: [] })
  const { columns, problem } = useColumns(edit, setPast)
  return (
    <div className="templates-page">
      <div className="templates-head">
        <ReadButton onRead={(read) => setPanel({ template: null, ...read })} />
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => setPanel({ template: null, definition: EMPTY, omitted: [] })}
        >
          {t('publicationTemplates.add')}
        </Button>
      </div>
      <Problem text={problem} />
      <Loaded query={query}>
        {(rows) => (
          <RecordTable label={t('publicationTemplates.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />
        )}
      </Loaded>
      <TemplateEditor panel={panel} onClose={() => setPanel(null)} />
      <Versions
        template={past}
        onClose={() => setPast(null)}
        onTake={(definition) => {
          if (past) setPanel({ template: past, definition, omitted: [] })
          setPast(null)
        }}
      />
    </div>
  )
}

function useColumns(onEdit: (template: ManagedTemplate) => void, onVersions: (template: ManagedTemplate) => void) {
  const { t, i18n } = useTranslation()
  const { run, problem } = useTask()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const nameOf = ({ definition: { name } }: ManagedTemplate) => name[lang] || name.zh || name.en
  const columns: Column<ManagedTemplate>[] = [
    {
      key: 'name',
      label: t('publicationTemplates.name'),
      render: (row) => (
        <span className="record-two">
          {nameOf(row)}
          <small>{t(`publications.types.${row.definition.resourceType}`)}</small>
        </span>
      ),
    },
    {
      key: 'state',
      label: t('publicationTemplates.state'),
      render: ({ isOn, isBuiltIn }) => (
        <span className="record-two">
          {t(`publicationTemplates.${isOn ? 'on' : 'off'}`)}
          {isBuiltIn && <small>{t('publicationTemplates.builtIn')}</small>}
        </span>
      ),
    },
    {
      key: 'fields',
      label: t('publicationTemplates.fieldCount'),
      isNumeric: true,
      render: ({ definition }) => definition.groups.reduce((sum, { fields }) => sum + fields.length, 0),
    },
    {
      key: 'drafts',
      label: t('publicationTemplates.drafts'),
      isNumeric: true,
      render: ({ drafts }) => drafts,
    },
    {
      key: 'version',
      label: t('publicationTemplates.version'),
      isNumeric: true,
      render: ({ version, changedAt }) => (
        <span className="record-two">
          {version}
          {changedAt && <small>{formatDay(changedAt, i18n.language)}</small>}
        </span>
      ),
    },
    {
      key: 'actions',
      label: '',
      render: (row) => (
        <span className="template-actions">
          <Button
            size="small"
            onClick={() => onEdit(row)}
            aria-label={`${t('publicationTemplates.edit')} ${nameOf(row)}`}
          >
            {t('publicationTemplates.edit')}
          </Button>
          <Button
            size="small"
            onClick={() => onVersions(row)}
            aria-label={`${t('publicationTemplates.versions')} ${nameOf(row)}`}
          >
            {t('publicationTemplates.versions')}
          </Button>
          <Button
            size="small"
            onClick={() => void run(() => saveFile(publicationTemplates.xml, { id: row.id }))}
            aria-label={`${t('publicationTemplates.export')} ${nameOf(row)}`}
          >
            {t('publicationTemplates.export')}
          </Button>
        </span>
      ),
    },
  ]
  return { columns, problem }
}
