import type { DataOf, InputOf } from '#contract/core/operation.ts'
import { type FileRecord, type FileSort, files } from '#contract/files.ts'
import { CallFailure, call } from '#providers/call.ts'

export type Order = 'asc' | 'desc'
export type View = { spaceId: string; hash: string | null; sort: FileSort; order: Order }
type Shown = DataOf<typeof files.show>
export type FolderState = {
  folder: Shown | null
  rows: readonly FileRecord[]
  /** Number of rows in the folder; more than `rows` while pages are still loading. */
  total: number
  isLoading: boolean
  failure: unknown
}

/** Whether rows are shown: loaded rows stay visible during a network failure, but are replaced by a refusal. */
export const hasRows = ({ rows, total, isLoading, failure }: FolderState): boolean =>
  !isLoading && total > 0 && (!failure || (rows.length > 0 && !(failure instanceof CallFailure)))

const PAGE = 500
/** Number of rows that are fetched beyond the last visible one. */
const AHEAD = 1000
const EMPTY: FolderState = { folder: null, rows: [], total: 0, isLoading: true, failure: null }

/**
 * The state of one folder's list: loaded page by page as far as it is scrolled, and reloaded when the folder changes.
 */
export class FolderStore {
  readonly view: View
  #state = EMPTY
  #next: string | undefined
  #wanted = PAGE
  #isRunning = false
  #generation = 0
  readonly #listeners = new Set<() => void>()

  constructor(view: View) {
    this.view = view
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly state = (): FolderState => this.#state

  #set(change: Partial<FolderState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #query(after: string | undefined, size: number): InputOf<typeof files.list> {
    const { spaceId, hash, sort, order } = this.view
    return {
      spaceId,
      sort,
      order,
      size,
      ...(hash && { hash }),
      ...(after && { after }),
    }
  }

  /** Loads the folder, or reloads all pages loaded so far; the old rows stay visible until the new ones are there. */
  readonly load = async (): Promise<void> => {
    this.#generation += 1
    const generation = this.#generation
    const { spaceId, hash } = this.view
    const quiet = { quiet: true }
    try {
      const [folder, page] = await Promise.all([
        call(files.show, { spaceId, hash: hash ?? 'root' }, quiet),
        call(files.list, this.#query(undefined, Math.min(1000, Math.max(PAGE, this.#state.rows.length))), quiet),
      ])
      if (generation !== this.#generation) return
      this.#next = page.next
      this.#set({
        folder,
        rows: page.list,
        total: page.next ? Math.max(folder.items, page.list.length) : page.list.length,
        isLoading: false,
        failure: null,
      })
      await this.#fill()
    } catch (failure) {
      if (generation === this.#generation) this.#set({ failure, isLoading: false })
    }
  }

  /** Tells that the list is visible up to this row, so that pages are loaded that far. */
  readonly reach = (row: number): void => {
    this.#wanted = Math.max(this.#wanted, row + AHEAD)
    void this.#fill()
  }

  async #fill(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const generation = this.#generation
    try {
      while (this.#next && this.#state.rows.length < this.#wanted && generation === this.#generation) {
        const page = await call(files.list, this.#query(this.#next, 1000), { quiet: true })
        if (generation !== this.#generation) break
        this.#next = page.next
        const rows = [...this.#state.rows, ...page.list]
        this.#set({ rows, total: page.next ? Math.max(this.#state.total, rows.length) : rows.length })
      }
    } catch (failure) {
      this.#set({ failure })
    } finally {
      this.#isRunning = false
    }
    if (generation !== this.#generation && this.#next) await this.#fill()
  }

  /** Loads and returns every row, for actions on the whole folder. */
  readonly all = async (): Promise<readonly FileRecord[]> => {
    this.#wanted = Number.POSITIVE_INFINITY
    while (this.#next) {
      await this.#fill()
      // oxlint-disable-next-line typescript/only-throw-error -- the failure of a call, kept as it came
      if (this.#state.failure) throw this.#state.failure
      if (this.#isRunning) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return this.#state.rows
  }
}
