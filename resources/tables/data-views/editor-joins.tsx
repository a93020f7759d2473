import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QUERY_JOINS_MAX, QUERY_KEYS_MAX } from '#contract/core/limits.ts'
import { dataViews } from '#contract/data-views.ts'
import type { SourceShape } from '#contract/queries/answer.ts'
import type { Join, JoinType, Query, SourceRef } from '#contract/queries/query.ts'
import { call } from '#providers/call.ts'
import { Differences } from './differences.tsx'
import { withJoin, withoutJoin, withSource, withType } from './draft.ts'
import { useSourceReading } from './query-progress.tsx'
import { SourceSelect } from './source-select.tsx'
import { type CheckedDraft, isSourceLost } from './use-draft.ts'

type Props = {
  spaceId: string
  viewId: string | null
  query: Query
  draft: CheckedDraft
  onChange: (query: Query) => void
}

/** The sources that are joined to the base, with the pairs that have to be equal. */
export function JoinsEditor({ spaceId, viewId, query, draft, onChange }: Props) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const reading = useSourceReading(spaceId, false)
  const add = async (source: SourceRef) => {
    const shape = await reading.read(source)
    const before = draft.shapes.filter((one): one is SourceShape => one !== null)
    const next = withJoin(query, shape, before)
    setAdding(false)
    if (next) onChange(next)
  }
  const replace = async (at: number, source: SourceRef) =>
    onChange(withSource(query, at, await reading.read(source), draft.shapes))
  return (
    <section>
      <h3>{t('dataViews.steps.joins')}</h3>
      {query.joins.map((_, at) => (
        <JoinEditor
          key={at}
          spaceId={spaceId}
          viewId={viewId}
          query={query}
          draft={draft}
          at={at}
          onChange={(next) => onChange({ ...query, joins: query.joins.with(at, next) })}
          onType={(type) => onChange(withType(query, at, type))}
          // The shell shows a refusal.
          onReplace={(source) => void replace(at + 1, source).catch(() => undefined)}
          onRemove={() => onChange(withoutJoin(query, at))}
        />
      ))}
      {reading.progress}
      {isAdding ? (
        <SourceSelect
          spaceId={spaceId}
          viewId={viewId}
          label={t('dataViews.chooseJoined')}
          // The shell shows a refusal.
          onChange={(source) => void add(source).catch(() => setAdding(false))}
        />
      ) : (
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={query.joins.length >= QUERY_JOINS_MAX}
          onClick={() => setAdding(true)}
        >
          {t('dataViews.join.add')}
        </Button>
      )}
    </section>
  )
}

type JoinProps = Pick<Props, 'spaceId' | 'viewId' | 'query' | 'draft'> & {
  at: number
  onChange: (join: Join) => void
  onType: (type: JoinType) => void
  /** Another source takes the place of one that is gone. */
  onReplace: (source: SourceRef) => void
  onRemove: () => void
}

function JoinEditor({ spaceId, viewId, query, draft, at, onChange, onType, onReplace, onRemove }: JoinProps) {
  const { t } = useTranslation()
  const join = query.joins[at]
  const joined = draft.shapes[at + 1]
  if (!join) return null
  const lefts = draft.shapes.slice(0, at + 1).flatMap((shape, source) =>
    shape
      ? [
          {
            label: shape.name,
            options: shape.columns.map(({ key, name }) => ({
              value: JSON.stringify({ source, column: key }),
              label: name,
            })),
          },
        ]
      : [],
  )
  const leftKeys = new Set(lefts.flatMap(({ options }) => options.map(({ value }) => value)))
  const setPair = (index: number, pair: Join['on'][number]) => onChange({ ...join, on: join.on.with(index, pair) })
  return (
    <div className="view-join">
      <div className="view-row">
        {isSourceLost(draft, at + 1) ? (
          <SourceSelect
            spaceId={spaceId}
            viewId={viewId}
            value={join.source}
            name={t('dataViews.sourceLost')}
            label={t('dataViews.chooseJoined')}
            onChange={onReplace}
          />
        ) : (
          <b title={joined?.name}>{joined?.name}</b>
        )}
        <Button type="text" icon={<DeleteOutlined />} aria-label={t('dataViews.join.remove')} onClick={onRemove} />
      </div>
      <Differences shape={joined} />
      <Segmented<JoinType>
        size="small"
        block
        value={join.type}
        onChange={onType}
        options={(['left', 'inner', 'right'] as const).map((value) => ({
          value,
          label: t(`dataViews.join.${value}`),
        }))}
      />
      <p className="view-hint">{t(`dataViews.join.${join.type}Hint`, { name: joined?.name ?? '' })}</p>
      {join.on.map((pair, index) => (
        <div className="view-pair" key={index}>
          <Select
            aria-label={t('dataViews.join.leftColumn')}
            showSearch={{ optionFilterProp: 'label' }}
            // A column that is gone has no name: nothing is chosen.
            value={leftKeys.has(JSON.stringify(pair.left)) ? JSON.stringify(pair.left) : null}
            placeholder={t('dataViews.join.leftColumn')}
            options={lefts}
            onChange={(text) => setPair(index, { ...pair, left: JSON.parse(text) })}
          />
          <span aria-hidden>=</span>
          <Select
            aria-label={t('dataViews.join.rightColumn')}
            showSearch={{ optionFilterProp: 'label' }}
            value={joined?.columns.some(({ key }) => key === pair.right) ? pair.right : null}
            placeholder={t('dataViews.join.rightColumn')}
            options={joined?.columns.map(({ key, name }) => ({ value: key, label: name })) ?? []}
            onChange={(right) => setPair(index, { ...pair, right })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('dataViews.join.removePair')}
            disabled={join.on.length === 1}
            onClick={() => onChange({ ...join, on: join.on.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <div className="view-row">
        <Button
          type="link"
          size="small"
          disabled={join.on.length >= QUERY_KEYS_MAX || !joined}
          onClick={() => {
            const [first] = join.on
            if (first) onChange({ ...join, on: [...join.on, first] })
          }}
        >
          {t('dataViews.join.addPair')}
        </Button>
      </div>
      <JoinFit spaceId={spaceId} draft={draft} at={at} />
    </div>
  )
}

/** How the rows of both sides match: how many have no match, and whether rows multiply. */
function JoinFit({ spaceId, draft, at }: { spaceId: string; draft: CheckedDraft; at: number }) {
  const { t } = useTranslation()
  const { text, checked, isChecked } = draft
  const { data } = useQuery({
    queryKey: ['dataViews', spaceId, 'join', at, text],
    queryFn: ({ signal }) =>
      call(dataViews.join, { spaceId, query: JSON.parse(text) as Query, join: at }, { quiet: true, signal }),
    enabled: isChecked && checked?.problems.length === 0,
    retry: false,
  })
  if (!data) return null
  const kind = `${data.rightMost > 1 ? 'many' : 'one'}To${data.leftMost > 1 ? 'Many' : 'One'}` as const
  return (
    <ul className="view-fit">
      <li>{t(`dataViews.join.${kind}`)}</li>
      <li data-warns={data.leftAlone > 0}>
        {t('dataViews.join.leftAlone', { count: data.leftAlone, total: data.left })}
      </li>
      <li data-warns={data.rightAlone > 0}>
        {t('dataViews.join.rightAlone', { count: data.rightAlone, total: data.right })}
      </li>
    </ul>
  )
}
