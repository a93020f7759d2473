import type { Cell } from '#contract/tables/columns.ts'

/**
 * A table in memory, written down again without a look at the server: docs/tables.md in code. Each column stands on a
 * store of values, so that a change of type leaves the old values where they were. Places of rows are exact.
 */
type Store = number
export type ModelColumn = { id: number; name: string; type: 'text' | 'number'; position: number; store: Store }
type ModelRow = { place: bigint; cells: Map<Store, Cell> }
type Part = { place?: bigint; cells: Map<Store, Cell> }
type RowEffect = { before: Part | null; after: Part | null }
type ColumnEffect = { id: number; before: ModelColumn | null; after: ModelColumn | null }
type Way = 'undo' | 'redo'
export type ModelChange = {
  id: number
  kind: string
  who: string
  of: number | null
  isUndone: boolean
  rows: Map<number, RowEffect>
  columns: ColumnEffect[]
  /** Whether places of rows are part of what it did; rows that were made or removed have their place anyway. */
  isPlaced: boolean
  /** The stores that it wrote: a restore all that there are. */
  touched: ReadonlySet<Store>
}
type State = { columns: Map<number, ModelColumn>; rows: Map<number, ModelRow> }
export type Shown = { columns: string[]; rows: { id: number; cells: Cell[] }[] }

const UNDO_STEPS = 10
const POSITION_GAP = 1_048_576
/** One of a row's places; halved as often as a walk can. */
const ONE = 1n << 8192n
/** Numbers that a walk writes; all are small. */
const NUMBER = /^-?\d+$/

const copyOf = ({ columns, rows }: State): State => ({
  columns: new Map([...columns].map(([id, column]) => [id, { ...column }])),
  rows: new Map([...rows].map(([id, { place, cells }]) => [id, { place, cells: new Map(cells) }])),
})
const inOrder = (rows: ReadonlyMap<number, ModelRow>) =>
  [...rows].toSorted(([a, one], [b, other]) => (one.place < other.place ? -1 : one.place > other.place ? 1 : a - b))
/** A whole place towards zero. */
const whole = (place: bigint) => (place / ONE) * ONE
/** A value as one of another type; null when it is none. */
export function asType(type: 'text' | 'number', value: Cell): Cell {
  if (type === 'text' || value === null) return value
  return NUMBER.test(String(value)) ? String(Number(value)) : null
}

export class TableModel {
  state: State = { columns: new Map(), rows: new Map() }
  changes: ModelChange[] = []
  /** What the table was just after each change. */
  private states = new Map<number, State>()
  /** What changes did to each row, in their order. */
  private effects = new Map<number, ({ id: number } & RowEffect)[]>()
  private steps = new Map<string, { done: number[]; undone: number[] }>()
  private nextStore = 1
  nextColumn = 1

  constructor(columns: { name: string; type: 'text' | 'number' }[]) {
    for (const column of columns) this.makeColumn({ ...column, position: this.nextColumn * POSITION_GAP })
    this.states.set(0, copyOf(this.state))
  }

  get columns(): ModelColumn[] {
    return [...this.state.columns.values()].toSorted((a, b) => a.position - b.position || a.id - b.id)
  }
  get ids(): number[] {
    return inOrder(this.state.rows).map(([id]) => id)
  }
  cell(row: number, column: number): Cell {
    return this.state.rows.get(row)?.cells.get(this.state.columns.get(column)?.store ?? 0) ?? null
  }
  pointers(who: string) {
    const { done, undone } = this.stepsOf(who)
    return { undo: done.length, redo: undone.length }
  }
  shown(at?: number): Shown {
    const { columns, rows } = at === undefined ? this.state : (this.states.get(at) ?? this.state)
    const seen = [...columns.values()].toSorted((a, b) => a.position - b.position || a.id - b.id)
    return {
      columns: seen.map(({ name, type }) => `${name}: ${type}`),
      rows: inOrder(rows).map(([id, { cells }]) => ({ id, cells: seen.map(({ store }) => cells.get(store) ?? null) })),
    }
  }

  private stepsOf(who: string) {
    const known = this.steps.get(who) ?? { done: [], undone: [] }
    this.steps.set(who, known)
    return known
  }
  private makeColumn(draft: Omit<ModelColumn, 'id' | 'store'>): ModelColumn {
    const made = { ...draft, id: this.nextColumn, store: this.nextStore }
    this.nextColumn += 1
    this.nextStore += 1
    this.state.columns.set(made.id, made)
    return made
  }

  /** Runs a change, and notes what it did as the difference between before and after. */
  private note(change: Pick<ModelChange, 'id' | 'kind' | 'who'> & Partial<ModelChange>, run: () => void): void {
    const before = copyOf(this.state)
    run()
    const rows = new Map<number, RowEffect>()
    for (const id of new Set([...before.rows.keys(), ...this.state.rows.keys()])) {
      const effect = differenceOf(before.rows.get(id), this.state.rows.get(id))
      if (!effect) continue
      rows.set(id, effect)
      this.effects.set(id, [...(this.effects.get(id) ?? []), { id: change.id, ...effect }])
    }
    const ids = new Set([...before.columns.keys(), ...this.state.columns.keys()])
    const columns = [...ids].flatMap((id): ColumnEffect[] => {
      const [was, is] = [before.columns.get(id) ?? null, this.state.columns.get(id) ?? null]
      return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ id, before: was, after: is && { ...is } }]
    })
    const touched = new Set([...rows.values()].flatMap((effect) => storesOf(effect)))
    this.changes.push({ of: null, isUndone: false, isPlaced: false, touched, ...change, rows, columns })
    this.states.set(change.id, copyOf(this.state))
  }
  /** A change that its person can undo. */
  private step(id: number, who: string, kind: string, run: () => void, more: Partial<ModelChange> = {}): void {
    this.note({ id, who, kind, ...more }, run)
    const steps = this.stepsOf(who)
    steps.undone = []
    steps.done = [...steps.done, id].slice(-UNDO_STEPS)
  }

  /** Places for rows behind one, at the beginning (null) or at the end (undefined). */
  private placesBehind(behind: number | null | undefined, count: number): bigint[] {
    const places = [...this.state.rows.values()].map(({ place }) => place)
    const least = (some: bigint[]) => some.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null)
    const low =
      behind === null
        ? null
        : behind === undefined
          ? places.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null)
          : (this.state.rows.get(behind)?.place ?? null)
    const high = least(places.filter((place) => low === null || place > low))
    const along = (from: bigint, step: bigint) => Array.from({ length: count }, (_, at) => from + BigInt(at + 1) * step)
    if (high === null) return along(whole(low ?? 0n), ONE)
    if (low === null) return along(whole(high) - BigInt(count + 1) * ONE, ONE)
    return along(low, (high - low) >> BigInt(Math.ceil(Math.log2(count + 1))))
  }
  /** Rows with values of the columns that are there, so that undoing leaves nothing of them. */
  private makeRows(ids: readonly number[], values: readonly Map<Store, Cell>[], behind?: number | null): void {
    const places = this.placesBehind(behind, ids.length)
    for (const [at, id] of ids.entries())
      this.state.rows.set(id, { place: places[at] ?? 0n, cells: new Map(values[at]) })
  }
  private valuesOf(columns: readonly number[], values: readonly Cell[]): Map<Store, Cell> {
    return this.everyStore(columns.map((id, at) => [this.storeOf(id), values[at] ?? null] as const))
  }
  /** Cells of a row: empty where nothing is given. */
  private everyStore(given: Iterable<readonly [Store, Cell]>): Map<Store, Cell> {
    const cells = new Map<Store, Cell>()
    for (let store = 1; store < this.nextStore; store += 1) cells.set(store, null)
    for (const [store, value] of given) cells.set(store, value)
    return cells
  }

  cells(id: number, who: string, columns: readonly number[], rows: readonly { id: number; values: Cell[] }[]): void {
    this.step(id, who, 'cells', () => {
      for (const { id: row, values } of rows)
        for (const [at, column] of columns.entries())
          this.state.rows.get(row)?.cells.set(this.storeOf(column), values[at] ?? null)
    })
  }
  addRows(id: number, who: string, made: { columns: number[]; rows: Cell[][]; ids: number[]; behind?: number | null }) {
    const values = made.rows.map((row) => this.valuesOf(made.columns, row))
    this.step(id, who, 'addRows', () => this.makeRows(made.ids, values, made.behind))
  }
  duplicateRows(id: number, who: string, rows: readonly number[], ids: readonly number[]): void {
    const sources = this.ids.filter((one) => rows.includes(one))
    const values = sources.map((one) =>
      this.valuesOf(
        this.columns.map((column) => column.id),
        this.columns.map((column) => this.cell(one, column.id)),
      ),
    )
    this.step(id, who, 'duplicateRows', () => this.makeRows(ids, values, sources.at(-1)))
  }
  removeRows(id: number, who: string, rows: readonly number[]): void {
    this.step(id, who, 'removeRows', () => {
      for (const row of rows) this.state.rows.delete(row)
    })
  }
  moveRows(id: number, who: string, rows: readonly number[], behind: number | null | undefined): void {
    const moving = this.ids.filter((one) => rows.includes(one))
    const places = this.placesBehind(behind, moving.length)
    const move = () => {
      for (const [at, row] of moving.entries()) this.place(row, places[at] ?? 0n)
    }
    this.step(id, who, 'moveRows', move, { isPlaced: true })
  }
  private place(row: number, place: bigint): void {
    const found = this.state.rows.get(row)
    if (found) found.place = place
  }

  /** Room behind a column; the others move when there is none left. */
  private positionBehind(behind: number | null | undefined): number {
    const order = this.columns
    const at = behind === undefined ? order.length : order.findIndex(({ id }) => id === behind) + 1
    const low = order[at - 1]?.position ?? 0
    const step = Math.floor(((order[at]?.position ?? low + POSITION_GAP * 2) - low) / 2)
    if (step >= 1) return low + step
    order.forEach((column, n) => {
      column.position = (n < at ? n + 1 : n + 2) * POSITION_GAP
    })
    return (at + 1) * POSITION_GAP
  }
  addColumn(id: number, who: string, name: string, type: 'text' | 'number', behind?: number | null): void {
    this.step(id, who, 'addColumn', () => {
      const { store } = this.makeColumn({ name, type, position: this.positionBehind(behind) })
      for (const { cells } of this.state.rows.values()) cells.set(store, null)
    })
  }
  duplicateColumn(id: number, who: string, column: number, name: string): void {
    this.step(id, who, 'duplicateColumn', () => {
      const source = this.state.columns.get(column) as ModelColumn
      const made = this.makeColumn({ name, type: source.type, position: this.positionBehind(column) })
      for (const { cells } of this.state.rows.values()) cells.set(made.store, cells.get(source.store) ?? null)
    })
  }
  removeColumn(id: number, who: string, column: number): void {
    this.step(id, who, 'removeColumns', () => void this.state.columns.delete(column))
  }
  rename(id: number, who: string, column: number, name: string): void {
    this.step(id, who, 'editColumn', () => Object.assign(this.state.columns.get(column) as ModelColumn, { name }))
  }
  /** How many values of a column are none of a type. */
  lost(column: number, type: 'text' | 'number'): number {
    const values = this.ids.map((row) => this.cell(row, column))
    return values.filter((value) => value !== null && asType(type, value) === null).length
  }
  setType(id: number, who: string, column: number, type: 'text' | 'number'): void {
    this.step(id, who, 'setType', () => {
      const found = this.state.columns.get(column) as ModelColumn
      const from = found.store
      if (found.type === type) return
      Object.assign(found, { type, store: this.nextStore })
      this.nextStore += 1
      for (const { cells } of this.state.rows.values()) cells.set(found.store, asType(type, cells.get(from) ?? null))
    })
  }
  /** Writes every cell of a column by what is in it. */
  rewrite(id: number, who: string, kind: string, column: number, write: (value: Cell) => Cell): void {
    this.step(id, who, kind, () => {
      const { store } = this.state.columns.get(column) as ModelColumn
      for (const { cells } of this.state.rows.values()) cells.set(store, write(cells.get(store) ?? null))
    })
  }
  import(
    id: number,
    who: string,
    how: { mode: 'append' | 'replace' | 'upsert'; columns: number[]; rows: Cell[][]; ids: () => number[] },
  ) {
    this.step(id, who, 'import', () => {
      const { mode, columns, rows } = how
      const [key = 0] = columns
      const isFound = (row: Cell[]) =>
        mode === 'upsert' && row[0] !== null && this.ids.some((one) => this.cell(one, key) === row[0])
      const added = rows.filter((row) => !isFound(row))
      const changed = rows.filter(isFound).flatMap((row) => {
        const found = this.ids.filter((one) => this.cell(one, key) === row[0])
        return found.map((one) => ({ one, row }))
      })
      if (mode === 'replace') this.state.rows.clear()
      for (const { one, row } of changed)
        for (const [store, value] of columns.map((column, at) => [this.storeOf(column), row[at] ?? null] as const))
          this.state.rows.get(one)?.cells.set(store, value)
      this.makeRows(
        how.ids(),
        added.map((row) => this.valuesOf(columns, row)),
      )
    })
  }
  private storeOf = (column: number): Store => this.state.columns.get(column)?.store ?? 0

  /** Brings everything back to a moment; in stores that were not there yet, what a cell was first. */
  restore(id: number, who: string, at: number): void {
    const then = copyOf(this.states.get(at) as State)
    const run = () => {
      for (const [row, one] of then.rows) {
        const present = this.everyStore(this.state.rows.get(row)?.cells ?? [])
        const newer = [...present].map(([store, value]) => {
          const first = this.firstWrite(row, store, at)
          return [store, first ? first.before : value] as const
        })
        one.cells = this.everyStore([...newer, ...one.cells])
      }
      this.state = then
    }
    this.step(id, who, 'restore', run, { isPlaced: true, touched: new Set(this.everyStore([]).keys()) })
  }

  /**
   * Takes back the last step of a person, or does it again: the number of the change, or what stands in its way. `apply`
   * gives the number once the server took it.
   */
  reverse(
    who: string,
    way: Way,
    isForced: boolean,
  ): { nothing: true } | { conflicts: number; apply: (id: number) => void } {
    const steps = this.stepsOf(who)
    const of = way === 'undo' ? steps.done.at(-1) : steps.undone.at(-1)
    const step = this.changes.find(({ id }) => id === of)
    if (!step) return { nothing: true }
    const conflicts = this.conflictsOf(step, way)
    const apply = (id: number) => {
      const change = { id, who, kind: way, of: step.id, isPlaced: false }
      this.note(change, () => this.applyBack(step, way))
      step.isUndone = way === 'undo'
      if (way === 'undo') steps.undone.push(steps.done.pop() ?? 0)
      else steps.done.push(steps.undone.pop() ?? 0)
    }
    return { conflicts: isForced ? 0 : conflicts, apply }
  }

  /** What the table was when a step was done last: by its person, or by doing it again. */
  private sinceOf(step: ModelChange): number {
    return this.changes.filter(({ id, of }) => id === step.id || of === step.id).at(-1)?.id ?? 0
  }
  /** Whether somebody wrote a cell since a moment: it is not what it was then, or first was later. */
  private isWritten(row: number, store: Store, since: number): boolean {
    const first = this.firstWrite(row, store, since)
    return first !== undefined && (this.state.rows.get(row)?.cells.get(store) ?? null) !== first.before
  }
  /** What a cell was before it was written first after a moment, and whether its row was made by that. */
  private firstWrite(row: number, store: Store, since: number): { before: Cell; isNew: boolean } | undefined {
    const first = this.effects.get(row)?.find((effect) => effect.id > since && storesOf(effect).includes(store))
    return first && { before: first.before?.cells.get(store) ?? null, isNew: first.before === null }
  }
  /** The store where people see today what a step left in one; none for what only another one shows. */
  private seenIn(step: ModelChange): (store: Store) => Store | undefined {
    const then = this.states.get(step.id)?.columns
    const moved = this.columns.flatMap(({ id, store, type }) => {
      const was = then?.get(id)
      return was && was.type === type && was.store !== store ? [[was.store, store] as const] : []
    })
    const hidden = new Set(moved.flatMap(([from, to]) => (step.touched.has(from) ? [to] : [])))
    return (store) => (hidden.has(store) ? undefined : (new Map(moved).get(store) ?? store))
  }

  private isClash(step: ModelChange, row: number, way: Way): boolean {
    const { wanted, expected } = sidesOf(step.rows.get(row) as RowEffect, way)
    const present = this.state.rows.get(row)
    if (!expected) return false
    if (!present) return wanted !== null
    const seenIn = this.seenIn(step)
    const cells = [...expected.cells].some(([store, value]) => {
      const seen = seenIn(store)
      if (seen === undefined) return false
      const now = present.cells.get(seen) ?? null
      return now !== value && (!wanted || now !== (wanted.cells.get(store) ?? null))
    })
    const isMoved = step.isPlaced && expected.place !== undefined && present.place !== expected.place
    const isAway = isMoved && (!wanted || present.place !== wanted.place)
    return cells || isAway || (!wanted && this.isFilledSince(step, row, expected))
  }
  /** Whether a row that would go holds what somebody wrote into columns that were not there yet. */
  private isFilledSince(step: ModelChange, row: number, expected: Part): boolean {
    const since = this.sinceOf(step)
    return [...(this.state.rows.get(row)?.cells ?? [])].some(
      ([store, value]) => !expected.cells.has(store) && value !== null && this.isWritten(row, store, since),
    )
  }

  private conflictsOf(step: ModelChange, way: Way): number {
    const rows = [...step.rows.keys()].filter((row) => this.isClash(step, row, way)).length
    const columns = step.columns.map((effect) => {
      const { wanted, expected } = sidesOf(effect, way)
      const present = this.state.columns.get(effect.id)
      if (!present || !expected) return 0
      const isHere = present.store === expected.store
      if (wanted && wanted.store === expected.store) return 0
      if (wanted && !isHere) return 1
      const since = this.sinceOf(step)
      const written = this.ids.filter((row) => {
        const value = this.cell(row, present.id)
        if (!wanted) return value !== null && this.isWritten(row, present.store, since)
        if (!this.isEdited(row, { from: expected, to: wanted }, since)) return false
        if (expected.type === wanted.type) {
          const first = this.firstWrite(row, expected.store, since)
          const old = this.state.rows.get(row)?.cells.get(wanted.store) ?? null
          return first?.isNew === false && first.before !== old
        }
        return value !== null && asType(wanted.type, value) === null
      })
      return written.length + (wanted || isHere ? 0 : 1)
    })
    return rows + columns.reduce((sum, one) => sum + one, 0)
  }
  /** Whether a cell of a column that went elsewhere was written since: it is not what its old value becomes. */
  private isEdited(row: number, { from, to }: { from: ModelColumn; to: ModelColumn }, since: number): boolean {
    const cells = this.state.rows.get(row)?.cells
    const [present, old] = [cells?.get(from.store) ?? null, cells?.get(to.store) ?? null]
    const first = this.firstWrite(row, from.store, since)
    if (!first || present === asType(from.type, old)) return false
    return from.type !== to.type || first.isNew || present !== first.before
  }

  private applyBack(step: ModelChange, way: Way): void {
    const since = this.sinceOf(step)
    const swaps = step.columns.flatMap((effect) => {
      const { wanted, expected } = sidesOf(effect, way)
      const present = this.state.columns.get(effect.id)
      const isSwap = wanted && expected && wanted.store !== expected.store && present?.store === expected.store
      return isSwap ? [{ from: { ...expected }, to: { ...wanted } }] : []
    })
    const clashing = new Set([...step.rows.keys()].filter((row) => this.isClash(step, row, way)))
    for (const [row, effect] of step.rows) if (!clashing.has(row)) this.applyRow(step, row, sidesOf(effect, way))
    for (const effect of step.columns) this.applyColumn(effect.id, sidesOf(effect, way))
    for (const swap of swaps)
      for (const [row, { cells }] of this.state.rows) {
        const value = cells.get(swap.from.store) ?? null
        const kept = asType(swap.to.type, value)
        if (this.isEdited(row, swap, since) && (value === null || kept !== null)) cells.set(swap.to.store, kept)
      }
  }
  private applyRow(
    step: ModelChange,
    row: number,
    { wanted, expected }: { wanted: Part | null; expected: Part | null },
  ) {
    const present = this.state.rows.get(row)
    if (!wanted) this.state.rows.delete(row)
    else if (expected && present) {
      const seenIn = this.seenIn(step)
      for (const [store, value] of wanted.cells) {
        const seen = seenIn(store)
        if (seen !== undefined) present.cells.set(seen, value)
      }
      if (wanted.place !== undefined) present.place = wanted.place
    } else if (!expected && !present)
      this.state.rows.set(row, { place: wanted.place ?? 0n, cells: this.cellsBack(step, wanted) })
  }
  /** A row that comes back has its values in the columns as they are today, converted where those took another type. */
  private cellsBack(step: ModelChange, { cells }: Part): Map<Store, Cell> {
    const back = this.everyStore(cells)
    for (const { id, store, type } of this.columns) {
      const then = this.states.get(step.id)?.columns.get(id)
      if (then && then.store !== store && cells.has(then.store))
        back.set(store, asType(type, cells.get(then.store) ?? null))
    }
    return back
  }
  private applyColumn(id: number, { wanted, expected }: { wanted: ModelColumn | null; expected: ModelColumn | null }) {
    const present = this.state.columns.get(id)
    if (!wanted) this.state.columns.delete(id)
    else if (!expected) {
      if (!present) this.state.columns.set(id, { ...wanted })
    } else if (present) {
      if (present.name === expected.name) present.name = wanted.name
      if (present.position === expected.position) present.position = wanted.position
      if (present.store === expected.store) Object.assign(present, { store: wanted.store, type: wanted.type })
    }
  }
}

const sidesOf = <T>({ before, after }: { before: T; after: T }, way: Way) =>
  way === 'undo' ? { wanted: before, expected: after } : { wanted: after, expected: before }

const storesOf = ({ before, after }: RowEffect): Store[] => [
  ...(before?.cells.keys() ?? []),
  ...(after?.cells.keys() ?? []),
]

/** What became of a row: whole when it was made or removed, else only what became another. */
function differenceOf(before: ModelRow | undefined, after: ModelRow | undefined): RowEffect | null {
  const kept = (row: ModelRow | undefined): Part | null =>
    row ? { place: row.place, cells: new Map(row.cells) } : null
  if (!before || !after) return { before: kept(before), after: kept(after) }
  const stores = [...after.cells.keys()].filter(
    (store) => before.cells.has(store) && before.cells.get(store) !== after.cells.get(store),
  )
  const isMoved = before.place !== after.place
  if (!stores.length && !isMoved) return null
  const part = ({ place, cells }: ModelRow): Part => ({
    ...(isMoved && { place }),
    cells: new Map(stores.map((store) => [store, cells.get(store) ?? null])),
  })
  return { before: part(before), after: part(after) }
}
