import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanKey, type MetaPair, missingOf } from '#contract/fields.ts'
import { META_PAIRS_MAX } from '#contract/limits.ts'
import { CallFailure, sentenceOf } from '#providers/call.ts'
import { DraftRow } from './DraftRow.tsx'
import { type Draft, draftsAfter, listWith, listWithout, nextEmpty, problemOfDraft, type Row, rowsOf } from './rows.ts'
import type { Standing } from './use-facts.ts'
import { Value } from './Value.tsx'

type Props = {
  list: readonly MetaPair[]
  standing: Standing
  mayEdit: boolean
  /** Puts a list in the place of this one; rejects with what the server says. */
  save: (list: MetaPair[]) => Promise<void>
}
/** How long the notice of a removal offers to take it back, in seconds. */
const UNDO_S = 8

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

/** What is being written, and its way to the server: one at a time, and nothing typed is lost when it is refused. */
function useMetaDrafts({ list, standing, save }: Omit<Props, 'mayEdit'>) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [drafts, dispatch] = useReducer(draftsAfter, [])
  const [problems, setProblems] = useState<Record<number, string>>({})
  const [told, setTold] = useState('')
  const [busy, setBusy] = useState<number | null>(null)
  const running = useRef(false)
  // The list as it is when Undo is pressed, which may be after other changes.
  const latest = useRef({ list, save })
  latest.current = { list, save }

  const wordsOf = (failure: unknown, key: string): string => {
    if (failure instanceof CallFailure && failure.error === 'factsChanged') return t('facts.changedHere')
    if (failure instanceof CallFailure && failure.error === 'factsInvalid') {
      const named = (failure.data as { key: string; problem: string }[] | null)?.find((one) => one.key === key)
      if (named) return (t as (key: string) => string)(`facts.problems.${named.problem}`)
    }
    return sentenceOf(failure)
  }

  async function send(id: number, next: MetaPair[]): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(id)
    setTold('')
    try {
      await latest.current.save(next)
    } finally {
      running.current = false
      setBusy(null)
    }
  }

  async function run(draft: Draft, field: Row['field'], next: () => MetaPair | null): Promise<void> {
    const problem = problemOfDraft(list, draft, field, new Set(field ? standing.termsOf(field) : []))
    setProblems((known) => ({ ...known, [draft.id]: problem ? t(`facts.problems.${problem}`) : '' }))
    if (problem || running.current) return
    try {
      await send(draft.id, listWith(list, draft, field))
    } catch (failure) {
      setProblems((known) => ({ ...known, [draft.id]: wordsOf(failure, cleanKey(draft.key)) }))
      return
    }
    dispatch({ does: 'saved', id: draft.id })
    const following = field ? next() : null
    if (following) dispatch({ does: 'edit', pair: following })
  }

  async function remove(pair: MetaPair): Promise<void> {
    try {
      await send(0, listWithout(list, pair.key))
    } catch (failure) {
      setTold(wordsOf(failure, pair.key))
      return
    }
    const key = `facts ${pair.key}`
    const takeBack = () => {
      message.destroy(key)
      const now = latest.current.list
      if (now.some((one) => one.key === pair.key)) return
      send(0, [...now, pair]).catch((failure: unknown) => setTold(wordsOf(failure, pair.key)))
    }
    void message.open({
      key,
      type: 'success',
      duration: UNDO_S,
      content: (
        <>
          {t('facts.removed', { key: pair.key })}
          <Button type="link" size="small" onClick={takeBack}>
            {t('facts.undo')}
          </Button>
        </>
      ),
    })
  }

  return { drafts, dispatch, problems, busy, run, told, remove }
}
