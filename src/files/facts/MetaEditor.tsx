import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { cleanKey, type MetaPair, missingOf } from '#contract/fields.ts'
import { META_PAIRS_MAX } from '#contract/limits.ts'
import { DraftRow } from './DraftRow.tsx'
import { type Draft, nextEmpty, type Row, rowsOf } from './rows.ts'
import type { Standing } from './use-facts.ts'
import { useMetaDrafts } from './use-meta-drafts.tsx'
import { Value } from './Value.tsx'

type Props = {
  list: readonly MetaPair[]
  standing: Standing
  mayEdit: boolean
  /** Puts a list in the place of this one; rejects with what the server says. */
  save: (list: MetaPair[]) => Promise<void>
}
/** Metadata as keys and values, each row by itself in view, edit or add mode. Source: spec sections 4 and 5. */
export function MetaEditor({ list, standing, mayEdit, save }: Props) {
  const { t } = useTranslation()
  const { fields, termsOf } = standing
  const { drafts, dispatch, problems, busy, run, told, remove } = useMetaDrafts({ list, standing, save })
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
      {missing.length > 0 && <p className="facts-missing">{t('facts.missing', { count: missing.length })}</p>}
      {shown.length > 0 && (
        <div className="facts-rows">
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
      {told && (
        <p className="facts-problem" role="alert">
          {told}
        </p>
      )}
      {mayEdit && list.length < META_PAIRS_MAX && (
        <Button
          className="facts-add"
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => dispatch({ does: 'add' })}
        >
          {t('facts.add')}
        </Button>
      )}
      {!mayEdit && shown.length === 0 && <p className="soft">{t('facts.none')}</p>}
    </>
  )
}

type EntryProps = { row: Row; terms: readonly string[]; mayEdit: boolean; onEdit: () => void; onRemove: () => void }

function Entry({ row: { pair, field }, terms, mayEdit, onEdit, onRemove }: EntryProps) {
  const { t } = useTranslation()
  return (
    <div className="facts-entry" title={field?.hint}>
      <span className="facts-key">
        {pair.key}
        {field?.isRequired && <i title={t('facts.required')}>*</i>}
      </span>
      {pair.value || !mayEdit ? (
        <span className="facts-value">
          <Value value={pair.value} field={field} terms={terms} />
        </span>
      ) : (
        <button type="button" className="facts-fill" onClick={onEdit}>
          {t('facts.fill')}
        </button>
      )}
      {mayEdit && (
        <span className="facts-tools">
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('facts.editOne', { key: pair.key })}
            onClick={onEdit}
          />
          {(!field || pair.value) && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('facts.removeOne', { key: pair.key })}
              onClick={onRemove}
            />
          )}
        </span>
      )}
    </div>
  )
}
