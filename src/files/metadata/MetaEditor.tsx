import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { META_PAIRS_MAX } from '#contract/core/limits.ts'
import { cleanKey, type MetaPair, missingOf } from '#contract/fields.ts'
import { DraftRow } from './DraftRow.tsx'
import { type Draft, nextEmpty, type Row, rowsOf } from './rows.ts'
import { useMetaDrafts } from './use-meta-drafts.ts'
import type { MetadataSchema } from './use-metadata.ts'
import { Value } from './Value.tsx'

type Props = {
  list: readonly MetaPair[]
  schema: MetadataSchema
  mayEdit: boolean
  /** Replaces the list; rejects with the server's message. */
  save: (list: MetaPair[]) => Promise<void>
}
/** Metadata as keys and values; each row is separately in view, edit or add mode. Source: spec sections 4 and 5. */
export function MetaEditor({ list, schema, mayEdit, save }: Props) {
  const { t } = useTranslation()
  const { fields, termsOf } = schema
  const { drafts, dispatch, problems, busy, run, failure, remove } = useMetaDrafts({ list, schema, save })
  const { rows, added } = rowsOf(list, fields, drafts)
  const fieldOf = (draft: Draft) =>
    fields.find(({ key }) => key === cleanKey(draft.mode === 'edit' ? draft.of : draft.key)) ?? null
  const missing = missingOf(fields, list)
  const written = (draft: Draft) => {
    const field = fieldOf(draft)
    return (
      <DraftRow
        key={draft.id}
        draft={draft}
        field={field}
        terms={field ? termsOf(field) : []}
        problem={problems[draft.id] ?? ''}
        isBusy={busy === draft.id}
        onType={(change) => dispatch({ does: 'type', id: draft.id, ...change })}
        onSave={() => void run(draft, field, () => nextEmpty(rows, draft.of))}
        onCancel={() => dispatch({ does: 'cancel', id: draft.id })}
      />
    )
  }
  const shown = mayEdit ? rows : rows.filter(({ pair }) => pair.value)
  return (
    <>
      {missing.length > 0 && <p className="metadata-missing">{t('metadata.missing', { count: missing.length })}</p>}
      {shown.length > 0 && (
        <div className="metadata-rows">
          {shown.map((row) =>
            row.draft ? (
              written(row.draft)
            ) : (
              <Entry
                key={row.pair.key}
                row={row}
                terms={row.field ? termsOf(row.field) : []}
                mayEdit={mayEdit}
                onEdit={() => dispatch({ does: 'edit', pair: row.pair })}
                onRemove={() => void remove(row.pair)}
              />
            ),
          )}
        </div>
      )}
      {added.map(written)}
      {failure && (
        <p className="metadata-problem" role="alert">
          {failure}
        </p>
      )}
      {mayEdit && list.length < META_PAIRS_MAX && (
        <Button
          className="metadata-add"
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => dispatch({ does: 'add' })}
        >
          {t('metadata.add')}
        </Button>
      )}
      {!mayEdit && shown.length === 0 && <p className="soft">{t('metadata.none')}</p>}
    </>
  )
}

type EntryProps = { row: Row; terms: readonly string[]; mayEdit: boolean; onEdit: () => void; onRemove: () => void }

function Entry({ row: { pair, field }, terms, mayEdit, onEdit, onRemove }: EntryProps) {
  const { t } = useTranslation()
  return (
    <div className="metadata-entry" title={field?.hint}>
      <span className="metadata-key">
        {pair.key}
        {field?.isRequired && <i title={t('metadata.required')}>*</i>}
      </span>
      {pair.value || !mayEdit ? (
        <span className="metadata-value">
          <Value value={pair.value} field={field} terms={terms} />
        </span>
      ) : (
        <button type="button" className="metadata-fill" onClick={onEdit}>
          {t('metadata.fill')}
        </button>
      )}
      {mayEdit && (
        <span className="metadata-tools">
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('metadata.editOne', { key: pair.key })}
            onClick={onEdit}
          />
          {(!field || pair.value) && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('metadata.removeOne', { key: pair.key })}
              onClick={onRemove}
            />
          )}
        </span>
      )}
    </div>
  )
}
