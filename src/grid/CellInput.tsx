import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, commandOf, endOf } from './keys.ts'
import { spotOf, walked } from './navigate.ts'
import type { GridProps } from './props.ts'
import { saidOf } from './said.ts'
import type { Place } from './types.ts'
import type { useClipboard } from './use-clipboard.ts'
import type { Grid, KnownCell } from './use-grid.ts'
import { useRegion } from './use-region.ts'

/** A cell that is being written in: whether its text was typed over the old one, and what is wrong with it. */
type Draft = {
  /** Where the cell was when the writing began; its row and column may stand elsewhere now. */
  begun: Place
  known: KnownCell
  isTyped: boolean
  problem: string | null
  isPicked: boolean
  typed: string | null
  /** The row and the text of the cell when the writing began. */
  row: unknown
  text: string
}
/** Begins to edit the selected cell, and takes the keyboard, from outside. */
export type InputHandle = { edit: () => void; focus: () => void }

type Props = {
  grid: Grid
  props: Pick<
    GridProps<unknown>,
    'label' | 'columns' | 'pages' | 'onEdit' | 'onHeading' | 'onWriting' | 'check' | 'picker'
  >
  handle: RefObject<InputHandle | null>
  clipboard: ReturnType<typeof useClipboard>
  run: (command: Command) => boolean
}

const keyOf = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => ({
  key,
  isCtrl: ctrlKey || metaKey,
  isShift: shiftKey,
  isAlt: altKey,
})
/** A key that belongs to an input method: it writes, it does not command. */
const isComposing = ({ nativeEvent }: KeyboardEvent) => nativeEvent.isComposing || nativeEvent.keyCode === 229

/**
 * The input of a grid: a text field over the selected cell. It always has the focus, so that an input method works from
 * the first key; it becomes visible once something is typed. The canvas itself never has the focus.
 */
export function CellInput({ grid, props, handle, clipboard, run }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const { spot } = grid.selected()
  /** Where what is being written belongs now, or why that can't be told. */
  const placeOf = ({ begun, known }: Draft) => grid.placeNow(begun, known)
  const placed = draft && placeOf(draft)
  const written = typeof placed === 'string' ? (draft?.begun ?? null) : placed
  const place = written ?? spot?.cell
  const column = place && props.columns[place.column]
  const isWritable = Boolean(props.onEdit && column && !column.isReadOnly)
  useOverCell(grid, input, written)

  const focus = () => input.current?.focus({ preventScroll: true })
  function begin(isTyped: boolean, typed: string | null) {
    const at = grid.selected().spot?.cell
    if (!at) return
    const view = grid.viewAt(at)
    if (view?.kind === 'heading') {
      if (input.current) input.current.value = ''
      return isTyped ? undefined : props.onHeading?.(at.row)
    }
    if (!props.onEdit || props.columns[at.column]?.isReadOnly) return
    if (view?.kind === 'boolean') return props.onEdit([{ ...at, text: view.value ? 'false' : 'true' }], 'type')
    grid.reveal(at)
    const isPicked = Boolean(props.picker?.({ place: at, typed, onDone: () => {} }))
    const [row, text] = [props.pages.rowAt(at.row), view?.text ?? '']
    setDraft({ begun: at, known: grid.knownAt(at), isTyped, problem: null, isPicked, typed, row, text })
    if (isTyped || isPicked || !input.current) return
    input.current.value = text
    input.current.setSelectionRange(input.current.value.length, input.current.value.length)
  }
  function stop() {
    if (input.current) input.current.value = ''
    setDraft(null)
  }
  /** Keeps what was written while its cell is gone, or its row not loaded: then it is loaded. */
  function refuse(of: Draft, why: 'gone' | 'away'): false {
    setDraft({ ...of, problem: t(why === 'gone' ? 'grid.cellGone' : 'grid.cellAway') })
    if (why === 'away') grid.reveal(of.begun)
    focus()
    return false
  }
  /** Takes the text of the draft; a refused one stays open with the reason below it. */
  function commit(): boolean {
    if (!draft || draft.isPicked) return true
    const text = input.current?.value ?? ''
    const at = placeOf(draft)
    if (typeof at === 'string') return refuse(draft, at)
    // A cell that was opened but not changed counts as no edit.
    const isChanged = text !== draft.text
    const problem = isChanged ? (props.check?.(at, text) ?? null) : null
    if (problem) {
      setDraft({ ...draft, problem })
      grid.select(spotOf(at))
      focus()
      return false
    }
    if (isChanged) props.onEdit?.([{ ...at, text, begun: draft.row }], 'type')
    stop()
    return true
  }
  handle.current = { edit: () => begin(false, null), focus }
  function leave({ relatedTarget }: FocusEvent) {
    const at = grid.selected().spot?.cell
    const isThere = at?.column === written?.column && at?.row === written?.row
    // The canvas takes the focus some time after a click, and gives it back at once.
    if (relatedTarget instanceof HTMLCanvasElement && isThere) return
    commit()
  }

  function pressWriting(event: KeyboardEvent) {
    const to = endOf(keyOf(event), draft?.isTyped ?? false)
    event.stopPropagation()
    if (to === undefined) return
    event.preventDefault()
    if (to === null) return stop()
    const now = grid.selected().spot
    if (commit() && now) grid.select(walked(now, to.dx, to.dy, grid.size()))
  }
  function press(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (draft) return pressWriting(event)
    const command = commandOf(keyOf(event), Boolean(props.onEdit) && !isLeaving)
    setLeaving(command?.do === 'leave')
    if (!command || !run(command)) return
    event.preventDefault()
    event.stopPropagation()
  }
  function write() {
    if (draft) return draft.problem ? setDraft({ ...draft, problem: null }) : undefined
    const text = input.current?.value ?? ''
    if (text === '') return
    begin(true, text)
    const at = grid.selected().spot?.cell
    if (!at || props.picker?.({ place: at, typed: null, onDone: () => {} })) if (input.current) input.current.value = ''
  }
  const done = (text: string | null) => {
    const at = draft && text !== null && placeOf(draft)
    if (typeof at === 'string') return void (draft && refuse(draft, at))
    stop()
    if (draft && at && text !== null) props.onEdit?.([{ ...at, text, begun: draft.row }], 'type')
    focus()
  }
  const isOpen = draft !== null && !draft.isPicked
  const isWriting = draft !== null
  const { onWriting } = props
  useEffect(() => {
    onWriting?.(isWriting)
    return () => onWriting?.(false)
  }, [onWriting, isWriting])
  const present = isOpen && written ? grid.viewAt(written)?.text : undefined
  const isOthers = present !== undefined && present !== draft?.text
  return (
    <div className={isOpen ? 'cell-input open' : draft ? 'cell-input picking' : 'cell-input'}>
      <textarea
        ref={input}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        readOnly={!isWritable}
        className={column?.isRight ? 'end' : ''}
        aria-label={
          column
            ? t('grid.cell', { table: props.label, column: column.title, row: (place?.row ?? 0) + 1 })
            : props.label
        }
        aria-invalid={Boolean(draft?.problem)}
        onFocus={() =>
          spot ||
          grid.selection().rows.length ||
          grid.selection().columns.length ||
          run({ do: 'move', step: { dx: 0, dy: 0, by: 'one' }, isExtending: false })
        }
        onBlur={leave}
        onKeyDown={press}
        onCompositionStart={() => !draft && begin(true, '')}
        onInput={write}
        onCopy={(event) => draft || clipboard.copy(event)}
        onCut={(event) => draft || clipboard.cut(event)}
        onPaste={(event) => draft || clipboard.paste(event)}
      />
      {draft?.problem && (
        <p role="alert" className="cell-problem">
          {draft.problem}
        </p>
      )}
      {isOthers && !draft?.problem && (
        <p role="status" className="cell-problem cell-news">
          {present ? t('grid.changedMeanwhile', { text: present }) : t('grid.clearedMeanwhile')}
        </p>
      )}
      {!draft && spot && <Reason text={grid.viewAt(spot.cell)?.problem} />}
      {draft?.isPicked && written && props.picker?.({ place: written, typed: draft.typed, onDone: done })}
      <Spoken grid={grid} columns={props.columns} isOpen={draft !== null} />
    </div>
  )
}

/** Keeps the field over its cell while the table moves below it. */
function useOverCell(grid: Grid, input: RefObject<HTMLTextAreaElement | null>, drafted: Place | null) {
  useRegion(grid.region, (region) => region.get())
  useLayoutEffect(() => {
    const at = drafted ?? grid.selected().spot?.cell
    const layer = input.current?.parentElement
    const [bounds, frame] = [
      at && grid.editor.current?.getBounds(at.column, at.row),
      grid.host.current?.getBoundingClientRect(),
    ]
    if (!layer || !frame) return
    const [x, y] = bounds ? [bounds.x - frame.x, bounds.y - frame.y] : [0, 0]
    layer.style.left = `${Math.max(0, Math.min(x, frame.width - 40))}px`
    layer.style.top = `${Math.max(0, Math.min(y, frame.height - 30))}px`
    layer.style.setProperty('--cell-width', `${bounds?.width ?? 0}px`)
    layer.style.setProperty('--cell-height', `${bounds?.height ?? 0}px`)
  })
}

/** Why the selected cell is marked. */
const Reason = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className="cell-problem cell-reason" aria-hidden="true">
      {text}
    </p>
  ) : null

/** Says the selected cell to those who do not see it. */
function Spoken({ grid, columns, isOpen }: { grid: Grid; columns: Props['props']['columns']; isOpen: boolean }) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const { spot } = grid.selected()
  const view = spot && grid.viewAt(spot.cell)
  const now =
    spot && !isOpen
      ? t('grid.at', {
          column: columns[spot.cell.column]?.title ?? '',
          row: spot.cell.row + 1,
          text: (view && saidOf(view)) || t('grid.empty'),
        })
      : ''
  useEffect(() => setWords(now), [now])
  return (
    <span className="sr-only" aria-live="polite">
      {words}
    </span>
  )
}
