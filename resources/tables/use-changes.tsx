import { App } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import {
  type CellConflict,
  type ChangeOutcome,
  type HistoryKind,
  type NextStep,
  type StepOutcome,
  TableChange,
} from '#contract/tables/changes.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { isSessionOver } from '#providers/errors.ts'
import { CallFailure, isAway } from '#providers/failures.ts'
import { pauseMs } from '#providers/live.ts'
import { knownUser, useUser } from '#providers/session.ts'
import { keepUnsent, keptUnsent, whileAlone } from '#providers/unsent.ts'
import { useUnsaved } from '../../src/widgets/Unsaved.tsx'
import { useOffer } from '../../src/widgets/use-offer.tsx'
import type { CellsChange } from './cell-edits.ts'
import { changeWords } from './change-words.ts'
import { Conflicts } from './conflicts.tsx'
import { StepConflicts } from './step-conflicts.tsx'
import type { Rows } from './use-rows.ts'
import { useTableNow, useTableRenewal } from './use-table.ts'
import { isWide, removedBy } from './wide-step.ts'

type Way = 'undo' | 'redo'
/** A step that was undone or redone: the change that did it, and what the step was. */
export type Stepped = { change: number; kind: HistoryKind }
type Answer = 'mine' | 'theirs' | null

/** How a change is sent, and the change that writes over what others wrote, or beside it. */
type Resolving<Wish> = {
  send: (wish: Wish) => Promise<ChangeOutcome>
  over: (wish: Wish) => Wish
  beside: (wish: Wish, conflicts: readonly CellConflict[]) => Wish | null
}

/** The state of the changes made on this page; `waiting` is for the connection. */
export type Saving = 'saved' | 'saving' | 'waiting' | 'failed'

/** Changes of cells as they are kept in the browser. */
const cellsChanges = (kept: unknown) =>
  z
    .array(TableChange)
    .parse(kept)
    .filter((change) => change.kind === 'cells')

/** Refusals that pass by themselves. */
const PASSING = ['tableLocked', 'busy']
/** Whether the server refused a change for good, so that sending it again is of no use. */
const isRefused = (failure: unknown): failure is CallFailure =>
  failure instanceof CallFailure &&
  failure.requestId === null &&
  !PASSING.includes(failure.error) &&
  !isSessionOver(failure)

/** Waits for the connection, of which the browser may tell; the next try comes later each time. Rejects when stopped. */
const untilBack = (tries: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = new AbortController()
    const go = (done: () => void) => () => {
      end.abort()
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(go(resolve), pauseMs(tries, Math.random()))
    addEventListener('online', go(resolve), { signal: end.signal })
    signal.addEventListener('abort', go(reject), { signal: end.signal })
  })

/** Applies changes to one table, one after another; a refused change is reported, and the table is reloaded. */
export function useChanges(table: DataTable, rows: Rows) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const offer = useOffer()
  const { spaceId, id } = table
  const [saving, setSaving] = useState<Saving>('saved')
  useUnsaved(saving === 'waiting')
  const [stepped, setStepped] = useState<Stepped | null>(null)
  const last = useRef<Promise<unknown> | null>(null)
  const ended = useRef<Error | null>(null)
  /** Changes of cells that the server has not answered yet, in the order of the hand. */
  const unanswered = useRef(new Set<CellsChange>())
  const unsent = useRef({ personId: useUser()?.userId ?? '', what: `cells ${id}` })
  const leaving = useRef(new AbortController())
  useEffect(() => {
    if (leaving.current.signal.aborted) leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const renew = useTableRenewal(table)
  const tableNow = useTableNow(table)
  /** The last change when the table was opened, and the steps that were made, undone or redone here. */
  const opened = useRef(table.change)
  const known = useRef(new Set<number>())
  /** The next steps as they were shown when one of them was taken: presses before they are read again go on from it. */
  const taken = useRef<DataTable['undo'] | null>(null)
  const stepToast = `step-${id}`

  const refresh = () => {
    rows.refresh()
    renew()
  }
  /** Asks what shall become of cells that others changed meanwhile. */
  const askOf = (outcome: ChangeOutcome) =>
    new Promise<Answer>((resolve) => {
      const asked = modal.confirm({
        title: t('tables.conflict.title', { count: outcome.conflictCount }),
        icon: null,
        width: 560,
        content: <Conflicts table={table} outcome={outcome} names={rows.names} />,
        // Whoever goes on typing must not overwrite others by Enter.
        autoFocusButton: 'cancel',
        okText: t('tables.conflict.mine'),
        cancelText: t('tables.conflict.theirs'),
        onOk: () => resolve('mine'),
        onCancel: () => resolve('theirs'),
        afterClose: () => asked.destroy(),
      })
    })
  /**
   * Sends a change of cells; where others changed some of them meanwhile, asks, and writes over what they wrote, or the
   * rest beside it. The server names some of the cells at a time. Null if nothing is left to be written.
   */
  async function resolve<Wish>(
    given: Wish,
    { send: one, over, beside }: Resolving<Wish>,
  ): Promise<ChangeOutcome | null> {
    let answer: Answer = null
    for (let wish: Wish | null = given; wish !== null; ) {
      const outcome = await one(wish)
      if (outcome.conflictCount === 0) return outcome
      answer ??= await askOf(outcome)
      if (answer === 'mine') return one(over(wish))
      wish = beside(wish, outcome.conflicts)
    }
    return null
  }
  /** Asks whether a step shall be undone or redone except for what others changed since. */
  const askOfRest = (way: Way, outcome: StepOutcome) =>
    new Promise<boolean>((resolve) => {
      const isAllLost = outcome.lostCount === outcome.conflictCount
      const asked = modal.confirm({
        title: t('tables.conflict.title', { count: Math.max(outcome.conflictCount, outcome.conflicts.length) }),
        icon: null,
        width: 720,
        content: <StepConflicts table={table} way={way} outcome={outcome} rows={rows} />,
        autoFocusButton: 'cancel',
        okText: t(`tables.met.${isAllLost ? 'anyway' : 'rest'}.${way}`),
        cancelText: t('common.cancel'),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
        afterClose: () => asked.destroy(),
      })
    })
  const kept = () => keptUnsent(unsent.current, cellsChanges)?.work ?? []
  const dropKept = () => keptUnsent(unsent.current, cellsChanges)?.drop()
  const keep = () => {
    if (unanswered.current.size) keepUnsent(unsent.current, [...kept(), ...unanswered.current])
    unanswered.current.clear()
  }
  // The session or the connection has ended, and the page is left before the server has answered.
  const keepAtLeaving = useEffectEvent(() => {
    if (!knownUser() || saving === 'waiting') keep()
  })
  useEffect(() => {
    const leave = () => keepAtLeaving()
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
  /**
   * Runs when the changes before it are done, so that they reach the server in the order of the hand. `cells` are what
   * it sends, to be kept for the next time where the server can't answer.
   */
  function inTurn<T>(work: () => Promise<T>, cells?: CellsChange): Promise<T | null> {
    if (cells) unanswered.current.add(cells)
    setSaving((now) => (now === 'waiting' ? now : 'saving'))
    message.destroy(stepToast)
    const mine = (last.current ?? Promise.resolve()).then(async () => {
      let ended: Saving = 'saved'
      try {
        return await work()
      } catch (failure) {
        ended = 'failed'
        void message.error(sentenceOf(failure))
        return null
      } finally {
        if (cells) unanswered.current.delete(cells)
        // Others wait behind it: what they show would go with the rows.
        if (last.current === mine) {
          last.current = null
          setSaving(ended)
          refresh()
        }
      }
    })
    last.current = mine
    return mine
  }
  /** Sends a change; if the session has ended, all cells that wait are kept. `isKept`: those of this change are already. */
  async function send(change: TableChange, isKept = false): Promise<ChangeOutcome> {
    try {
      if (ended.current) throw ended.current
      const outcome = await call(tables.change, { spaceId, id, change }, { quiet: true, aside: isKept })
      if (outcome.change !== null) known.current.add(outcome.change)
      return outcome
    } catch (failure) {
      if (isSessionOver(failure)) {
        ended.current = failure
        keep()
      }
      throw failure
    }
  }
  /** Sends cells, which may be sent twice, until the server answers. */
  async function sendCells(change: CellsChange, isKept = false): Promise<ChangeOutcome> {
    const { signal } = leaving.current
    for (let tries = 0; ; tries += 1)
      try {
        return await send(change, isKept)
      } catch (failure) {
        if (!isAway(failure) || signal.aborted) throw failure
        setSaving('waiting')
        await untilBack(tries, signal).catch(() => {
          throw failure
        })
      }
  }
  /**
   * Sends the cells that an ended session kept from being sent, each as `sendOne` does it: they are kept until the server
   * has answered. Returns how many it has taken, and the changes that it refuses for good, with the reason.
   */
  async function sendKept(sendOne: (change: CellsChange) => Promise<unknown>) {
    const { signal } = leaving.current
    const refused: CellsChange[] = []
    let [count, reason] = [0, '']
    // Where browsers have no locks, another tab may have dropped it already.
    const drop = (sent: CellsChange) => {
      const all = kept()
      const at = all.findIndex((one) => JSON.stringify(one) === JSON.stringify(sent))
      if (at < 0) return
      if (all.length > 1) keepUnsent(unsent.current, all.toSpliced(at, 1))
      else dropKept()
    }
    await whileAlone(unsent.current, signal, async () => {
      for (let next = kept()[0]; next && !signal.aborted; next = kept()[refused.length])
        try {
          await sendOne(next)
          drop(next)
          count += next.columns.length * next.rows.length
        } catch (failure) {
          if (!isRefused(failure)) throw failure
          refused.push(next)
          reason = sentenceOf(failure)
        }
    })
    return { count, refused, reason }
  }
  /** Does a change; null if it was refused. */
  const apply = (change: TableChange) => inTurn(() => send(change))
  /** Does a change whose refusal its dialog shows. */
  async function applyIn(change: TableChange): Promise<ChangeOutcome> {
    const done = await send(change)
    refresh()
    return done
  }
  /** Asks whether a wide step that was not made on this page shall be undone or redone. */
  const askOfOld = (way: Way, next: NextStep) =>
    new Promise<boolean>((resolve) => {
      // Of an import by key, only the rows that it added go.
      const count = Number(next.details.added ?? next.touched)
      const removed = count > 0 && removedBy(way, next)
      const asked = modal.confirm({
        title: t(`tables.history.${way}`, { what: changeWords(t, next) }),
        content: removed
          ? t(`tables.history.removes.${removed}`, { count, columns: next.details.columns ?? '' })
          : t(`tables.history.earlier.${way}`),
        autoFocusButton: 'cancel',
        okText: t(`tables.${way}`),
        cancelText: t('common.cancel'),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
        afterClose: () => asked.destroy(),
      })
    })
  /** Says what a wide step did, with the way back. */
  function tell(way: Way, done: NextStep) {
    const back = way === 'undo' ? 'redo' : 'undo'
    offer({
      key: stepToast,
      said: t(`tables.history.told.${way}`, { what: changeWords(t, done) }),
      label: t(`tables.${back}`),
      act: () => void step(back, done, null),
    })
  }
  /** Waits for an answer, while nothing is being saved. */
  async function whileAsked<T>(answer: Promise<T>): Promise<T> {
    setSaving('saved')
    const answered = await answer
    setSaving('saving')
    return answered
  }
  /**
   * Undoes or redoes the step that was `seen` as the next among those `shown`, unless one that was made here, or that
   * follows one taken here, has taken its place.
   */
  const step = (way: Way, seen: NextStep, shown: DataTable['undo'] | null) => {
    // Changes that wait before it reload the table only after the last of them.
    const waits = last.current !== null
    return inTurn(async () => {
      if (waits) renew()
      const { toUndo, toRedo } = (await tableNow()).undo
      const now = way === 'undo' ? toUndo : toRedo
      const goesOn = shown !== null && taken.current === shown
      if (goesOn && !now) return null
      const next = now && (goesOn || known.current.has(now.id)) ? now : seen
      const isOld = next.id <= opened.current && !known.current.has(next.id)
      if (isOld && isWide(next) && !(await whileAsked(askOfOld(way, next)))) return null
      const go = (isForced: boolean) => call(tables[way], { spaceId, id, step: next.id, isForced }, { quiet: true })
      const first = await go(false)
      const isHeld = first.change === null && first.conflictCount > 0
      const outcome = isHeld && (await whileAsked(askOfRest(way, first))) ? await go(true) : first
      if (outcome.change === null) return outcome
      setStepped({ change: outcome.change, kind: outcome.step.kind })
      known.current.add(next.id)
      taken.current = shown
      if (isWide(outcome.step)) tell(way, next)
      return outcome
    })
  }
  const { undo: shown } = table
  const { toUndo, toRedo } = shown
  return {
    saving,
    /** The last step that was undone or redone on this page. */
    stepped,
    apply,
    applyIn,
    send,
    sendCells,
    sendKept,
    /** Forgets the cells that were kept. */
    dropKept,
    inTurn,
    resolve,
    /** Shows what others changed; while one's own changes wait, once they are done. */
    refresh: () => void (last.current ?? refresh()),
    undo: () => void (toUndo && step('undo', toUndo, shown)),
    redo: () => void (toRedo && step('redo', toRedo, shown)),
  }
}
export type Changes = ReturnType<typeof useChanges>
