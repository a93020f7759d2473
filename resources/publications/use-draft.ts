import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type DraftFields, fieldsOf, valuesOf } from '#contract/publications/draft.ts'
import { type DraftConflict, type PublicationDetails, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { useUser } from '#providers/session.ts'
import { keepUnsent, keptUnsent, type Unsent, whileAlone } from '#providers/unsent.ts'

/** Values of a draft as they are kept in the browser. */
const keptValues = (kept: unknown) => publications.save.input.parse(kept)
/** Whose values of which draft are kept. */
const unsentOf = (personId: string | undefined, id: string): Unsent => ({
  personId: personId ?? '',
  what: `draft ${id}`,
})

/** The values that the caller's browser keeps of a draft, which they could not save. */
export function useKeptValues(id: string) {
  const unsent = unsentOf(useUser()?.userId, id)
  return () => keptUnsent(unsent, keptValues)
}

/** Delay before a draft is saved after the last change, in milliseconds. */
const REST_MS = 700

export type Saving = 'saved' | 'waiting' | 'failed'
export type Draft = ReturnType<typeof useDraft>
/** The values for the inputs of fields, wherever they are stored. */
export type FieldValues = Pick<Draft, 'id' | 'spaceId' | 'fields' | 'set'>

/**
 * A draft that is saved automatically, value by value. Values that somebody else has changed meanwhile are never
 * overwritten: they become conflicts, with their value, and the user's value stays in the form until the user chooses.
 * What is not saved when the page is left stays in the browser, and is saved when the same person opens the draft again;
 * it is kept until the server has it.
 */
export function useDraft(loaded: PublicationDetails) {
  const client = useQueryClient()
  const [fields, setShown] = useState<DraftFields>(loaded.fields)
  const [saving, setSaving] = useState<Saving>('saved')
  const [problem, setProblem] = useState('')
  const [conflicts, setConflicts] = useState<readonly DraftConflict[]>([])
  const current = useRef(loaded.fields)
  const revisions = useRef<Record<string, number>>(loaded.revisions)
  const dirty = useRef(new Set<string>())
  const sending = useRef<readonly string[]>([])
  /** Places of conflicts that nobody has decided yet: their values are in the form only. */
  const open = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean> | null>(null)
  const { id } = loaded
  const unsent = useRef(unsentOf(useUser()?.userId, id))
  /** Called when values have been saved, and none is waiting. */
  const whenSaved = useRef<(() => void) | null>(null)

  const show = useCallback((next: DraftFields) => {
    current.current = next
    setShown(next)
  }, [])

  /** The values at these places, with the revisions that they replace. */
  const changesAt = useCallback((places: readonly string[]) => {
    const values = valuesOf(current.current)
    const changed = new Map(places.map((place) => [place, values.get(place)]))
    return {
      fields: fieldsOf(changed),
      bases: Object.fromEntries(places.map((place) => [place, revisions.current[place] ?? 0])),
    }
  }, [])

  const send = useCallback(async (): Promise<boolean> => {
    const places = [...dirty.current]
    if (!places.length) return true
    const changes = { id, ...changesAt(places) }
    dirty.current = new Set()
    sending.current = places
    try {
      const answer = await call(publications.save, changes, { quiet: true })
      const lost = new Set(answer.conflicts.map(({ place }) => place))
      for (const place of lost) open.current.add(place)
      // The revision of a conflict is taken only when the reader has chosen.
      const known = Object.entries(answer.revisions).filter(([place]) => !lost.has(place))
      revisions.current = { ...revisions.current, ...Object.fromEntries(known) }
      setConflicts((before) => [...before.filter(({ place }) => !lost.has(place)), ...answer.conflicts])
      setProblem('')
      setSaving(dirty.current.size ? 'waiting' : 'saved')
      if (!dirty.current.size && !open.current.size) whenSaved.current?.()
      await client.invalidateQueries({ queryKey: ['publications'], refetchType: 'none' })
      return answer.conflicts.length === 0
    } catch (failure) {
      for (const place of places) dirty.current.add(place)
      setProblem(sentenceOf(failure))
      setSaving('failed')
      return false
    } finally {
      sending.current = []
    }
  }, [id, client, changesAt])

  /** Saves what is not saved yet; false when something could not be. */
  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    await running.current
    running.current = send()
    const isSaved = await running.current
    running.current = null
    return isSaved && dirty.current.size === 0
  }, [send])

  const set = useCallback(
    (change: DraftFields) => {
      const before = valuesOf(current.current)
      show({ ...current.current, ...change })
      for (const [place, value] of valuesOf(change)) if (before.get(place) !== value) dirty.current.add(place)
      setSaving('waiting')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), REST_MS)
    },
    [show, flush],
  )

  /** Resolves a conflict: the user's value replaces the other one, or is discarded. */
  const choose = useCallback(
    (conflict: DraftConflict, isOwn: boolean) => {
      const { place, value, revision } = conflict
      revisions.current = { ...revisions.current, [place]: revision }
      setConflicts((before) => before.filter((one) => one.place !== place))
      open.current.delete(place)
      if (isOwn) {
        dirty.current.add(place)
        void flush()
        return
      }
      show(fieldsOf(new Map([...valuesOf(current.current), [place, value]])))
      if (!dirty.current.size && !open.current.size) whenSaved.current?.()
    },
    [flush, show],
  )

  // Leaving the page discards nothing: the last input is still sent, and kept where it can't be.
  useEffect(
    () => () => {
      if (dirty.current.size) void flush().then(() => client.invalidateQueries({ queryKey: ['publications'] }))
    },
    [flush, client],
  )
  useEffect(() => {
    const leaving = new AbortController()
    const adopt = async () => {
      const kept = keptUnsent(unsent.current, keptValues)
      if (!kept) return
      revisions.current = { ...revisions.current, ...kept.work.bases }
      set(kept.work.fields)
      await new Promise<void>((resolve) => {
        whenSaved.current = () => {
          kept.drop()
          resolve()
        }
        leaving.signal.addEventListener('abort', () => resolve())
      })
      whenSaved.current = null
    }
    // Another tab may be saving them; it rejects when this one is left before.
    void whileAlone(unsent.current, leaving.signal, adopt).catch(() => {})
    const keep = () => {
      const places = [...new Set([...sending.current, ...dirty.current, ...open.current])]
      if (places.length) keepUnsent(unsent.current, { id, ...changesAt(places) })
    }
    addEventListener('pagehide', keep)
    return () => {
      leaving.abort()
      removeEventListener('pagehide', keep)
    }
  }, [id, set, changesAt])
  return { id, spaceId: loaded.space?.id, fields, set, flush, saving, problem, conflicts, choose }
}
