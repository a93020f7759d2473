import { App } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeOutcome, TableChange } from '#contract/tables/changes.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { Conflicts } from './conflicts.tsx'
import type { Rows } from './use-rows.ts'
import { useTableRenewal } from './use-table.ts'

type Answer = 'mine' | 'theirs' | null
/** The state of the changes made on this page. */
export type Saving = 'saved' | 'saving' | 'failed'

/** Applies changes to one table, one after another; a refused change is reported, and the table is reloaded. */
export function useChanges(table: DataTable, rows: Rows) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { spaceId, id } = table
  const [saving, setSaving] = useState<Saving>('saved')
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const renew = useTableRenewal(table)

  const refresh = () => {
    rows.pages.invalidate()
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
        okText: t('tables.conflict.mine'),
        cancelText: t('tables.conflict.theirs'),
        onOk: () => resolve('mine'),
        onCancel: () => resolve('theirs'),
        afterClose: () => asked.destroy(),
      })
    })
  /** Runs when the changes before it are done, so that they reach the server in the order of the hand. */
  function inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    setSaving('saving')
    const mine = last.current.then(async () => {
      try {
        const done = await work()
        setSaving('saved')
        return done
      } catch (failure) {
        setSaving('failed')
        void message.error(sentenceOf(failure))
        return null
      } finally {
        refresh()
      }
    })
    last.current = mine
    return mine
  }
  const send = (change: TableChange) => call(tables.change, { spaceId, id, change }, { quiet: true })
  /** Does a change; null if it was refused. */
  const apply = (change: TableChange) => inTurn(() => send(change))
  /** Does a change whose refusal its dialog shows. */
  async function applyIn(change: TableChange): Promise<ChangeOutcome> {
    const done = await send(change)
    refresh()
    return done
  }
  const step = (way: 'undo' | 'redo') =>
    inTurn(async () => {
      const outcome = await call(tables[way], { spaceId, id }, { quiet: true })
      if (outcome.change !== null || outcome.conflictCount === 0) return outcome
      if ((await askOf(outcome)) === 'mine') return call(tables[way], { spaceId, id, isForced: true }, { quiet: true })
      return outcome
    })
  return {
    saving,
    apply,
    applyIn,
    send,
    inTurn,
    askOf,
    refresh,
    undo: () => void (table.undo.undo > 0 && step('undo')),
    redo: () => void (table.undo.redo > 0 && step('redo')),
  }
}
export type Changes = ReturnType<typeof useChanges>
