import { present } from '../../providers/errors.ts'
import { wallClock } from './clock.ts'
import { Engine, type Target } from './engine.ts'
import { hash } from './hash.ts'
import type { Snapshot } from './snapshot.ts'
import { forgetfulStore, openStore } from './store.ts'
import { transportOver } from './transport.ts'
import { rootsOf, type Source } from './walk.ts'

/** Minimum time between two updates of the panel, in milliseconds. */
const NEWS_MS = 250

/** Name of the lock that a page holds until it closes. */
const lockOf = (pageId: string): string => `uploads-${pageId}`

/** The uploads of this page: creates one engine per signed-in user and publishes its snapshots a few times a second. */
export class Uploader {
  #engine: Engine | null = null
  #opened: PromiseWithResolvers<Engine> = Promise.withResolvers()
  #personId: string | null = null
  #snapshot: Snapshot | null = null
  #isNewsDue = false
  #stopListening: () => void = () => {}
  readonly #listeners = new Set<() => void>()
  #pageId: Promise<string> | null = null

  /** Starts the uploads of a user and restores those of an earlier page; repeated calls are harmless. */
  async open(personId: string): Promise<void> {
    if (this.#personId === personId) return
    this.close()
    this.#personId = personId
    this.#pageId ??= newPageId()
    const [store, pageId] = await Promise.all([openStore(personId).catch(() => forgetfulStore), this.#pageId])
    if (this.#personId !== personId) return
    const engine = new Engine({
      personId,
      store,
      clock: wallClock,
      hash,
      callsWith: transportOver,
      pageId,
      isAbandoned,
      onChange: () => this.#notifySoon(),
      onSignedOut: present,
    })
    this.#engine = engine
    this.#stopListening = listenTo(engine)
    this.#opened.resolve(engine)
    await engine.restore()
  }

  /** Stops the uploads of the user; they resume at the next sign-in. */
  close(): void {
    if (this.#personId === null) return
    this.#stopListening()
    void this.#engine?.close()
    this.#engine = null
    this.#personId = null
    this.#opened = Promise.withResolvers()
    this.#notifySoon()
  }

  /** Queues a drop or selection. Resolves when its files are known, not when they are sent. */
  async add(source: Source, target: Target): Promise<void> {
    const roots = await rootsOf(source)
    const engine = await this.#opened.promise
    await engine.add(roots, target)
  }

  /**
   * Opens the browser's picker with handles, if available, since handles survive a reload. Returns false if a file
   * input must be used.
   */
  async pick(kind: 'files' | 'folder', target: Target): Promise<boolean> {
    const picker = kind === 'files' ? window.showOpenFilePicker : window.showDirectoryPicker
    if (!picker) return false
    try {
      const handles =
        kind === 'files'
          ? await window.showOpenFilePicker?.({ multiple: true })
          : [await window.showDirectoryPicker?.()]
      await this.add(
        (handles ?? []).filter((handle) => handle !== undefined),
        target,
      )
    } catch (error) {
      // The user closed the picker.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    }
    return true
  }

  get engine(): Engine | null {
    return this.#engine
  }
  snapshot = (): Snapshot | null => this.#snapshot
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notifySoon(): void {
    if (this.#isNewsDue) return
    this.#isNewsDue = true
    wallClock.after(NEWS_MS, () => this.#notify())
  }
  #notify(): void {
    this.#isNewsDue = false
    this.#snapshot = this.#engine?.snapshot() ?? null
    this.#guard()
    for (const listener of this.#listeners) listener()
  }

  /** Asks before the tab closes while uploads are active. Source: spec section 5. */
  #guard(): void {
    if (this.#snapshot?.isActive) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  }
}

/** Forwards browser events to the engine: online, offline and page hide. */
function listenTo(engine: Engine): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('offline', () => engine.connection.lose(), { signal })
  addEventListener('online', () => engine.connection.wake(), { signal })
  addEventListener('pagehide', () => void engine.flush(), { signal })
  return () => listening.abort()
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Creates the id of this page and takes the lock that shows other pages that it is open. */
async function newPageId(): Promise<string> {
  const id = [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')
  await hold(id)
  return id
}

/** Whether this page could take another page's lock; then that page has closed, and this page takes over its queue. */
const isAbandoned = (pageId: string): Promise<boolean> => hold(pageId)

/** Takes a lock until this page closes; without the lock API (plain http) this page counts as the only one. */
function hold(pageId: string): Promise<boolean> {
  const { locks } = navigator
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    void locks.request(lockOf(pageId), { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise<never>(() => {}) : undefined
    })
  })
}
