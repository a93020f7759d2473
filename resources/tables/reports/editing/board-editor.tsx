import { App, Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { Board, Card } from '#contract/reports/board.ts'
import type { SavedChart } from '#contract/reports/saved-chart.ts'
import { type ReportDetails, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../../../src/widgets/NotLoaded.tsx'
import { Unsaved } from '../../../../src/widgets/Unsaved.tsx'
import type { BoardAddress } from '../address.ts'
import { type BoardContext, titleOf } from '../board-context.ts'
import { FilterBar } from '../filter-bar.tsx'
import { narrowingsOf } from '../narrowing.ts'
import { ReportHead } from '../report-head.tsx'
import { usePicking } from '../use-picking.tsx'
import { bottomOf, newKey, nudged, withCard, withCards } from './arrange.ts'
import { CardEditor } from './card-editor.tsx'
import { ChartDrawer, type EditedChart } from './chart-drawer.tsx'
import { copyCard } from './copied-card.ts'
import { EditBar } from './edit-bar.tsx'
import { EditGrid } from './edit-grid.tsx'
import { TabsEditor } from './tabs-editor.tsx'
import { useBoardDraft } from './use-board-draft.ts'

type Props = { space: Space; report: ReportDetails; address: BoardAddress }
/** A card whose chart is edited; a new one has none yet. */
type Charting = { key: string; title: string; definition: ChartDefinition | null }

const emptyBoard: Board = {
  tabs: [{ key: 't1', name: '', cards: [] }],
  filters: [],
  refreshSeconds: 0,
  pageSeconds: 30,
}

/** A board while it is edited: every change is a step, and saved by itself. */
export function BoardEditor({ space, report, address }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const draft = useBoardDraft(report, report.draft?.kind === 'board' ? report.draft.board : emptyBoard)
  const { board, change } = draft
  const [editing, setEditing] = useState<Card | null>(null)
  const [charting, setCharting] = useState<Charting | null>(null)
  const isBegun = useRef(false)
  const [chosen, setChosen] = useState<readonly SavedChart[]>([])
  const charts = useMemo(() => [...chosen, ...report.charts], [chosen, report.charts])
  const tab = board.tabs.find(({ key }) => key === address.tab) ?? (board.tabs[0] as Board['tabs'][number])
  const picking = usePicking({ spaceId: space.id, board, charts, address })
  const narrowings = useMemo(
    () => narrowingsOf(board, address.values, address.pins),
    [board, address.values, address.pins],
  )
  const context: BoardContext = {
    spaceId: space.id,
    board,
    charts,
    narrowings,
    onRows: picking.showRows,
  }
  const setCards = (cards: (before: readonly Card[]) => Card[]) =>
    change(withCards(board, tab.key, (one) => cards(one.cards)))
  const put = (card: Card, chart?: SavedChart) => {
    if (chart) setChosen((before) => [...before.filter(({ id }) => id !== chart.id), chart])
    setCards((cards) => withCard(cards, card))
    setEditing(null)
  }
  function chart(wanted: Charting) {
    isBegun.current = false
    setCharting(wanted)
  }
  /** All that is changed of a chart while its drawer is open is one step of the board. */
  function putChart({ name, definition }: EditedChart) {
    if (!charting || !definition) return
    const { key } = charting
    const place = tab.cards.find((one) => one.key === key) ?? { x: 0, y: bottomOf(tab.cards), w: 6, h: 8 }
    const card = { ...place, key, title: name.trim(), content: { kind: 'chart' as const, definition } }
    const next = withCards(board, tab.key, ({ cards }) => withCard(cards, card))
    if (isBegun.current) draft.amend(next)
    else change(next)
    isBegun.current = true
  }
  /** The card that was copied, below all others; a chart of the space that it shows is read again. */
  async function paste(copied: Card) {
    const { content } = copied
    const card = { ...copied, key: newKey(board, 'c'), x: 0, y: bottomOf(tab.cards) }
    if (content.kind !== 'saved' || charts.some(({ id }) => id === content.id)) return put(card)
    const { id, name, draft: own, published } = await call(reports.show, { id: content.id })
    const shown = published ?? own
    put(card, shown?.kind === 'chart' ? { id, name, definition: shown.definition } : undefined)
  }
  async function takeTheirs() {
    const { draft: theirs, version } = await call(reports.show, { id: report.id })
    if (theirs?.kind === 'board') draft.replaceBy(theirs.board, version)
  }
  return (
    <div className="board-page" data-editing>
      <Unsaved isDirty={draft.state !== 'saved'} />
      <ReportHead space={space} report={report} note={t(`reports.editing.states.${draft.state}`)}>
        <EditBar
          space={space}
          report={report}
          charts={charts}
          draft={draft}
          tab={tab}
          address={address}
          onCard={setEditing}
          onChart={() => chart({ key: newKey(board, 'c'), title: '', definition: null })}
          onPaste={paste}
        />
      </ReportHead>
      {draft.failure !== null && (
        <div className="board-problem">
          <NotLoaded isInline error={draft.failure} onRetry={() => draft.flush().catch(() => {})} />
          {draft.state === 'conflict' && (
            <Button size="small" onClick={() => void takeTheirs().catch(() => {})}>
              {t('reports.editing.takeTheirs')}
            </Button>
          )}
        </div>
      )}
      <TabsEditor board={board} tab={tab} onOpen={address.openTab} onChange={change} />
      <FilterBar spaceId={space.id} board={board} address={address} />
      {tab.cards.length ? (
        <EditGrid
          tab={tab}
          context={context}
          onArrange={(cards) => setCards(() => cards)}
          tools={{
            onEdit: (card) =>
              card.content.kind === 'chart'
                ? chart({ ...card, definition: card.content.definition })
                : setEditing(card),
            onNudge: (key, step) => setCards((cards) => nudged(cards, key, step)),
            onCopy: (card) => {
              copyCard(space.id, { ...card, title: titleOf(card, charts) })
              void message.success(t('reports.editing.copied'))
            },
            onRemove: (key) => setCards((cards) => cards.filter((card) => card.key !== key)),
          }}
        />
      ) : (
        <Empty title={t('reports.noCards')} hint={t('reports.noCardsHint')} />
      )}
      {editing && <CardEditor space={space} card={editing} onDone={put} onClose={() => setEditing(null)} />}
      {charting && (
        <ChartDrawer
          space={space}
          isNew={charting.definition === null}
          chart={{ name: charting.title, definition: charting.definition }}
          isNameNeeded={false}
          saving={draft}
          onChange={putChart}
          onDone={draft.flush}
          onClose={() => setCharting(null)}
        />
      )}
      {picking.layers}
    </div>
  )
}
