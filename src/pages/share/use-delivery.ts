import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PACK_FILES, PACKED_FILE_BYTES, RECEIPT_FILES_MAX } from '#contract/core/limits.ts'
import type { ShareReceipt } from '#contract/shares.ts'
import { CallFailure } from '#providers/failures.ts'
import { errorsOf } from '../use-form.ts'
import { loadCalls } from './calls.ts'

/** One file of a delivery; without `file` it could not be read. */
export type Parcel = {
  id: number
  file: File | null
  /** The names of its folders and its own. */
  name: string
  path: string
  state: 'waiting' | 'hashing' | 'sending' | 'done' | 'failed'
  percent: number
  problem: string
}
type Who = { sender: string; note: string }
type Uploads = typeof import('../../uploader/visitor.ts')
type Send = ReturnType<Uploads['visitorUploads']>
type Source = DataTransfer | FileList
const loadUploads = (): Promise<Uploads> => import('../../uploader/visitor.ts')

const keyOf = (linkId: string) => `receipt ${linkId}`
const messageOf = (failure: unknown) => errorsOf(failure)[''] ?? ''

/** Maximum number of small files in progress: one pack being sent, one being stored, and one being filled. */
const SMALL_AT_ONCE = 3 * PACK_FILES
const isSmall = ({ file }: Parcel) => !file || file.size <= PACKED_FILE_BYTES

/**
 * The uploads of a visitor to a drop box: small files together, others one after another, each retried until it is
 * stored or refused.
 */
export function useDelivery(linkId: string) {
  const { t } = useTranslation()
  const [receipt, setReceipt] = useState<ShareReceipt | null>(null)
  const [parcels, setParcels] = useState<readonly Parcel[]>([])
  const [isBeginning, setBeginning] = useState(false)
  const [isLost, setLost] = useState(false)
  const [problem, setProblem] = useState('')
  const [hidden, setHidden] = useState(0)
  const uploads = useRef<Uploads>(undefined)
  const stops = useRef(new Map<number, AbortController>())
  const line = useRef<Parcel[]>([])
  const isRunning = useRef(false)
  const sender = useRef<Send>(undefined)
  const numbers = useRef(0)
  const chosen = useRef<ReturnType<typeof rootsIn>[]>([])

  // Loaded in advance, because the data of a drop is cleared when its event ends.
  useEffect(() => {
    loadUploads().then(
      (loaded) => {
        uploads.current = loaded
      },
      () => {},
    )
  }, [])

  // After a reload the delivery continues, and shows what has been stored.
  useEffect(() => {
    const code = sessionStorage.getItem(keyOf(linkId))
    if (!code) return
    loadCalls()
      .then(({ ask, shareAccess }) => ask(shareAccess.boxReceipt, { linkId, code }))
      .then(setReceipt, (failure: unknown) => {
        if (failure instanceof CallFailure) sessionStorage.removeItem(keyOf(linkId))
      })
  }, [linkId])

  // Asks before the page is left during an upload.
  const isBusy = parcels.some(({ state }) => state !== 'done' && state !== 'failed')
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])

  const change = (id: number, changes: Partial<Parcel>) =>
    setParcels((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)))

  async function begin(who: Who): Promise<ShareReceipt> {
    const { ask, shareAccess } = await loadCalls()
    const begun = receipt ?? (await ask(shareAccess.boxBegin, { linkId, ...who }))
    sessionStorage.setItem(keyOf(linkId), begun.code)
    setReceipt(begun)
    if (!sender.current) {
      const { visitorUploads } = await loadUploads()
      sender.current = visitorUploads({ linkId, code: begun.code }, setLost)
    }
    return begun
  }

  async function send({ id, file, path }: Parcel): Promise<void> {
    if (!file) return
    const stop = new AbortController()
    stops.current.set(id, stop)
    const onProgress = ({ phase, bytes }: { phase: 'hashing' | 'sending'; bytes: number }) =>
      change(id, { state: phase, percent: file.size ? Math.floor((bytes * 100) / file.size) : 100 })
    change(id, { state: 'hashing', percent: 0, problem: '' })
    try {
      const arrived = await sender.current?.(file, path, { signal: stop.signal, onProgress })
      change(id, { state: 'done', percent: 100 })
      if (arrived) setReceipt(arrived)
    } catch (failure) {
      change(id, { state: 'failed', problem: messageOf(failure) })
    } finally {
      stops.current.delete(id)
    }
  }

  async function run(): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    const running = new Set<Promise<void>>()
    for (let next = line.current.shift(); next; next = line.current.shift()) {
      const most = isSmall(next) ? SMALL_AT_ONCE : 1
      while (running.size >= most) await Promise.race(running)
      const sending: Promise<void> = send(next).finally(() => running.delete(sending))
      running.add(sending)
      if (!line.current.length) await Promise.all(running)
    }
    isRunning.current = false
  }

  async function rootsIn(source: Source) {
    const plain = 'items' in source ? [...source.files] : [...source]
    if (uploads.current) return uploads.current.rootsOf('items' in source ? source : plain)
    return (await loadUploads()).rootsOf(plain)
  }

  /** The files of a drop or choice, including those in folders; an unreadable one is listed with its reason. */
  async function parcelsIn(roots: Awaited<ReturnType<typeof rootsIn>>): Promise<Parcel[]> {
    const { walk } = await loadUploads()
    const all: Parcel[] = []
    let left = 0
    for await (const found of walk(roots)) {
      if (found.kind === 'hidden') left += 1
      if (found.kind === 'hidden' || found.kind === 'emptyFolder') continue
      if (all.length === RECEIPT_FILES_MAX) {
        setProblem(t('shareAccess.box.tooMany', { max: RECEIPT_FILES_MAX }))
        break
      }
      const isFile = found.kind === 'file'
      const name = [found.path, isFile ? found.file.name : found.name].filter(Boolean).join('/')
      const flaw = isFile ? '' : t(`shareAccess.box.${found.kind}`)
      const as = { name, path: found.path, percent: 0, problem: flaw }
      all.push({ ...as, id: numbers.current++, file: isFile ? found.file : null, state: flaw ? 'failed' : 'waiting' })
    }
    setHidden(left)
    if (!all.length && !left) setProblem(t('shareAccess.box.nothing'))
    return all
  }

  /** Keeps the dropped or chosen files until they are sent, because the event's data is cleared before that. */
  const choose = (source: Source): void => {
    if (!isBeginning) chosen.current.push(rootsIn(source))
  }

  /** Sends all that was chosen. */
  async function add(who: Who): Promise<void> {
    if (isBeginning) return
    const rooted = chosen.current.splice(0)
    setBeginning(true)
    setProblem('')
    try {
      const fresh = await parcelsIn((await Promise.all(rooted)).flat())
      if (fresh.some(({ file }) => file)) await begin(who)
      setParcels((before) => [...before, ...fresh])
      line.current.push(...fresh)
      void run()
    } catch (failure) {
      setProblem(messageOf(failure))
    } finally {
      setBeginning(false)
    }
  }

  function retry(parcel: Parcel): void {
    change(parcel.id, { state: 'waiting', problem: '' })
    line.current.push(parcel)
    void begin({ sender: '', note: '' }).then(run, (failure: unknown) => setProblem(messageOf(failure)))
  }

  /** Cancels a file that has not been stored yet. */
  function cancel({ id }: Parcel): void {
    line.current = line.current.filter((one) => one.id !== id)
    setParcels((before) => before.filter((one) => one.id !== id))
    stops.current.get(id)?.abort()
  }

  function beginAnew(): void {
    sessionStorage.removeItem(keyOf(linkId))
    sender.current = undefined
    setReceipt(null)
    setParcels([])
    setHidden(0)
  }

  return { receipt, parcels, isBeginning, isBusy, isLost, problem, hidden, choose, add, retry, cancel, beginAnew }
}
export type Dropped = ReturnType<typeof useDelivery>
