import { useQuery } from '@tanstack/react-query'
import { App, Button, DatePicker, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry, TableMoment } from '#contract/tables/changes.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { formatExact } from '../../src/widgets/format.ts'
import type { TableAddress } from './address.ts'
import { changeWords } from './change-words.ts'
import { ComparisonDialog } from './comparison.tsx'
import type { TableContext } from './context.ts'

/** The moment of the table that the address asks for; null if that is now. */
export function useMoment({ spaceId, id, createdAt }: DataTable, { at }: Pick<TableAddress, 'at'>) {
  const query = useQuery({
    queryKey: ['tables', spaceId, 'moment', id, at],
    queryFn: ({ signal }) => call(tables.moment, { spaceId, id, ...at }, { quiet: true, signal }),
    enabled: at !== null,
  })
  const { data, error, refetch: retry } = query
  const until = at?.until ?? (data && !data.entry ? createdAt : null)
  return at && { data: data ?? null, error, retry, until }
}

/** The time that a moment is shown for: the one that was asked for, or else that of its change. */
export function timeOf({ entry }: TableMoment, until: string | null, lang: string): string {
  const at = until ?? entry?.at
  return at ? formatExact(at, lang) : ''
}

/** Asks whether the table becomes again what it was just after a change; then shows it as it is now. */
export function useRestore({ address, changes }: Pick<TableContext, 'address' | 'changes'>) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (change: number, at: string, what: string) =>
    modal.confirm({
      title: t('tables.history.restoreTitle', { at }),
      content: (
        <>
          {what && <p>{what}</p>}
          {t('tables.history.restoreHint')}
        </>
      ),
      okText: t('tables.history.restore'),
      cancelText: t('common.cancel'),
      onOk: async () => {
        if (await changes.apply({ kind: 'restore', at: change })) address.look(null)
      },
    })
}

type BarProps = {
  /** Of the table as it is now. */
  context: TableContext
  moment: TableMoment
  until: string | null
}

/** Says which moment of the table is shown, with the ways from there. */
export function PastBar({ context, moment, until }: BarProps) {
  const { t, i18n } = useTranslation()
  const { address, table, mayEdit } = context
  const { entry, change } = moment
  const [isComparing, setComparing] = useState(false)
  const restore = useRestore(context)
  const at = timeOf(moment, until, i18n.language)
  const wordsOf = (one: HistoryEntry) => changeWords(t, one)
  const what = entry ? [entry.name, wordsOf(entry)].filter(Boolean).join(' · ') : ''
  const isLast = change === table.change
  return (
    <section className="table-past" aria-label={t('tables.past.title')}>
      <p>
        <b>{t('tables.past.viewing', { at })}</b>
        <small>
          {entry && `${what} · ${entry.by.personName}`}
          {!entry && t('tables.past.beginning')}
        </small>
      </p>
      <span className="table-past-ways">
        {entry && !isLast && (
          <Button size="small" onClick={() => setComparing(true)}>
            {t('tables.past.compare')}
          </Button>
        )}
        {mayEdit && !isLast && (
          <Button size="small" onClick={() => restore(change, at, what)}>
            {t('tables.history.restore')}
          </Button>
        )}
        <Button size="small" type="primary" onClick={() => address.look(null)}>
          {t('tables.past.leave')}
        </Button>
      </span>
      {isComparing && entry && (
        <ComparisonDialog
          context={context}
          entries={[entry]}
          from={change}
          wordsOf={wordsOf}
          onClose={() => setComparing(false)}
        />
      )}
    </section>
  )
}

/** Chooses the time at which the table is looked at. */
export function PastField({ onLook }: { onLook: TableAddress['look'] }) {
  const { t } = useTranslation()
  const [at, setAt] = useState<Dayjs | null>(null)
  // Times are told in seconds: a second counts with all changes in it.
  const look = () => at && onLook({ until: at.endOf('second').toISOString() })
  return (
    <div className="past-field">
      <Form layout="vertical" onFinish={look}>
        <Form.Item label={t('tables.past.at')} htmlFor="past-at">
          <DatePicker id="past-at" showTime value={at} maxDate={dayjs()} onChange={setAt} />
        </Form.Item>
        <Button htmlType="submit" disabled={!at}>
          {t('tables.past.look')}
        </Button>
      </Form>
    </div>
  )
}
