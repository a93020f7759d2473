import { useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanKey, type MetaPair } from '#contract/fields.ts'
import { CallFailure, sentenceOf } from '#providers/call.ts'
import { useOffer } from '../../widgets/use-offer.tsx'
import { type Draft, draftsAfter, listWith, listWithout, problemOfDraft, type Row } from './rows.ts'
import type { MetadataSchema } from './use-metadata.ts'

type Needs = {
  list: readonly MetaPair[]
  schema: MetadataSchema
  /** Replaces the list; rejects with the server's message. */
  save: (list: MetaPair[]) => Promise<void>
}

/** The rows in edit mode and how they are saved: one at a time, and a refusal keeps the typed values. */
export function useMetaDrafts({ list, schema, save }: Needs) {
  const { t } = useTranslation()
  const offer = useOffer()
  const [drafts, dispatch] = useReducer(draftsAfter, [])
  const [problems, setProblems] = useState<Record<number, string>>({})
  const [shownFailure, setShownFailure] = useState('')
  const [busy, setBusy] = useState<number | null>(null)
  const running = useRef(false)
  // The list at the time when Undo is pressed, possibly after other changes.
  const latest = useRef({ list, save })
  latest.current = { list, save }

  const wordsOf = (failure: unknown, key: string): string => {
    if (failure instanceof CallFailure && failure.error === 'metadataChanged') return t('metadata.changedHere')
    if (failure instanceof CallFailure && failure.error === 'metadataInvalid') {
      const named = (failure.data as { key: string; problem: string }[] | null)?.find((one) => one.key === key)
      if (named) return (t as (key: string) => string)(`metadata.problems.${named.problem}`)
    }
    return sentenceOf(failure)
  }

  async function send(id: number, next: MetaPair[]): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(id)
    setShownFailure('')
    try {
      await latest.current.save(next)
    } finally {
      running.current = false
      setBusy(null)
    }
  }

  async function run(draft: Draft, field: Row['field'], next: () => MetaPair | null): Promise<void> {
    const problem = problemOfDraft(list, draft, field, new Set(field ? schema.termsOf(field) : []))
    setProblems((known) => ({ ...known, [draft.id]: problem ? t(`metadata.problems.${problem}`) : '' }))
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
      setShownFailure(wordsOf(failure, pair.key))
      return
    }
    const takeBack = () => {
      const now = latest.current.list
      if (now.some((one) => one.key === pair.key)) return
      send(0, [...now, pair]).catch((failure: unknown) => setShownFailure(wordsOf(failure, pair.key)))
    }
    offer({ said: t('metadata.removed', { key: pair.key }), label: t('metadata.undo'), act: takeBack })
  }

  return { drafts, dispatch, problems, busy, run, failure: shownFailure, remove }
}
