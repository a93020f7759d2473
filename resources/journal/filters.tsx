import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { JOURNAL_KEEP_MONTHS, JOURNAL_WINDOW_DAYS } from '#contract/core/limits.ts'
import { Channel, JournalAction, JournalGroup, journalGroups, journalKey } from '#contract/journal.ts'
import { localeOf } from '../../src/widgets/format.ts'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useNarrow } from '../../src/widgets/viewport.ts'
import type { JournalFilter } from './use-journal.ts'

type Person = { personId: string; personName: string }
type Props = {
  filter: JournalFilter
  people: readonly Person[]
  onChange: (change: JournalFilter) => void
  onClear: () => void
}
const ALL = 'all'
const chips = [ALL, ...JournalGroup.options] as const

/** The filters of the journal: the group as chips, the others as selects. */
export function JournalFilters({ filter, people, onChange, onClear }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const { group, action, channel, personId, q = '' } = filter
  const actions: readonly JournalAction[] = group ? journalGroups[group] : JournalAction.options
  const choose = (chosen: JournalGroup | typeof ALL) => {
    const next = chosen === ALL ? undefined : chosen
    const fits = !action || !next || journalGroups[next].includes(action)
    onChange({ group: next, ...(!fits && { action: undefined }) })
  }
  return (
    <search className="journal-filters">
      <Segmented<JournalGroup | typeof ALL>
        block={isNarrow}
        value={group ?? ALL}
        onChange={choose}
        aria-label={t('journal.filters.group')}
        options={chips.map((value) => ({ value, label: t(`journal.groups.${value}`) }))}
      />
      <SearchField q={q} label={t('journal.filters.search')} onSearch={(text) => onChange({ q: text })} />
      <Select
        value={action}
        onChange={(next) => onChange({ action: next })}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('journal.filters.action')}
        aria-label={t('journal.filters.action')}
        popupMatchSelectWidth={false}
        options={actions.map((value) => ({ value, label: t(journalKey('actions', value)) }))}
      />
      <Select
        value={personId}
        onChange={(next) => onChange({ personId: next })}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('journal.filters.person')}
        aria-label={t('journal.filters.person')}
        popupMatchSelectWidth={false}
        options={people.map((person) => ({ value: person.personId, label: person.personName }))}
      />
      <Select
        value={channel}
        onChange={(next) => onChange({ channel: next })}
        allowClear
        placeholder={t('journal.filters.channel')}
        aria-label={t('journal.filters.channel')}
        popupMatchSelectWidth={false}
        options={Channel.options.map((value) => ({ value, label: t(`journal.channels.${value}`) }))}
      />
      {Boolean(group || action || channel || personId || q) && (
        <Button type="text" onClick={onClear}>
          {t('journal.filters.clear')}
        </Button>
      )}
    </search>
  )
}

type MonthProps = { month: string | undefined; since: string; onChange: (month: string | undefined) => void }

/** Selects a month of the space's history, or the most recent days (the first choice). */
export function MonthSwitch({ month, since, onChange }: MonthProps) {
  const { t, i18n } = useTranslation()
  const words = new Intl.DateTimeFormat(localeOf(i18n.language), { year: 'numeric', month: 'long' })
  const months: string[] = []
  for (
    let at = dayjs().startOf('month');
    !at.isBefore(dayjs(since).startOf('month')) && months.length < JOURNAL_KEEP_MONTHS.max;
    at = at.subtract(1, 'month')
  )
    months.push(at.format('YYYY-MM'))
  const latest = t('journal.filters.latest', { count: JOURNAL_WINDOW_DAYS })
  const place = month ? months.indexOf(month) : -1
  return (
    <div className="journal-month">
      <Button
        type="text"
        icon={<LeftOutlined />}
        aria-label={t('journal.filters.earlier')}
        disabled={place + 1 >= months.length}
        onClick={() => onChange(months[place + 1])}
      />
      <Select
        value={month ?? ''}
        onChange={(next) => onChange(next || undefined)}
        aria-label={t('journal.filters.month')}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: latest },
          ...months.map((value) => ({ value, label: words.format(dayjs(value).toDate()) })),
        ]}
      />
      <Button
        type="text"
        icon={<RightOutlined />}
        aria-label={t('journal.filters.later')}
        disabled={place < 0}
        onClick={() => onChange(place > 0 ? months[place - 1] : undefined)}
      />
    </div>
  )
}
