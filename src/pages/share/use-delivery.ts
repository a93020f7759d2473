import { useEffect, useRef, useState } from 'react'
import type { ShareReceipt } from '#contract/shares.ts'
import { CallFailure } from '#providers/failures.ts'
import { loadCalls } from '../calls.ts'
import { told } from '../use-form.ts'

/** One file on its way. */
export type Parcel = {
  id: number
  file: File
  state: 'waiting' | 'hashing' | 'sending' | 'done' | 'failed'
  percent: number
  problem: string
}
type Who = { sender: string; note: string }
type Send = ReturnType<typeof import('../../uploader/visitor.ts').visitorUploads>

const keyOf = (linkId: string) => `receipt ${linkId}`
const messageOf = (failure: unknown) => told(failure)[''] ?? ''

/** What a visitor brings to a drop box: one file after another, each tried until it arrived or was refused. */
export function useDelivery(linkId: string) {
  const [receipt, setReceipt] = useState<ShareReceipt | null>(null)
  const [parcels, setParcels] = useState<readonly Parcel[]>([])
  const [isBeginning, setBeginning] = useState(false)
  const [isLost, setLost] = useState(false)
  const [problem, setProblem] = useState('')
  const line = useRef<Parcel[]>([])
  const isRunning = useRef(false)
  const sender = useRef<Send>(undefined)
  const numbers = useRef(0)

  // A page that was loaded anew goes on with its delivery, and shows what arrived.
  useEffect(() => {
    const code = sessionStorage.getItem(keyOf(linkId))
    if (!code) return
    loadCalls()
      .then(({ ask, shareDoor }) => ask(shareDoor.boxReceipt, { linkId, code }))
      .then(setReceipt, (failure: unknown) => {
        if (failure instanceof CallFailure) sessionStorage.removeItem(keyOf(linkId))
      })
  }, [linkId])

  // Whoever leaves while something is under way is asked.
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
    const { ask, shareDoor } = await loadCalls()
    const begun = receipt ?? (await ask(shareDoor.boxBegin, { linkId, ...who }))
    sessionStorage.setItem(keyOf(linkId), begun.code)
    setReceipt(begun)
    if (!sender.current) {
      const { visitorUploads } = await import('../../uploader/visitor.ts')
      sender.current = visitorUploads({ linkId, code: begun.code }, setLost)
    }
    return begun
  }

  async function send({ id, file }: Parcel): Promise<void> {
    const onProgress = ({ phase, bytes }: { phase: 'hashing' | 'sending'; bytes: number }) =>
      change(id, { state: phase, percent: file.size ? Math.floor((bytes * 100) / file.size) : 100 })
    change(id, { state: 'hashing', percent: 0, problem: '' })
    try {
      const arrived = await sender.current?.(file, { signal: new AbortController().signal, onProgress })
      change(id, { state: 'done', percent: 100 })
      if (arrived) setReceipt(arrived)
    } catch (failure) {
      change(id, { state: 'failed', problem: messageOf(failure) })
    }
  }

  async function run(): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    for (let next = line.current.shift(); next; next = line.current.shift()) await send(next)
    isRunning.current = false
  }

  async function add(files: readonly File[], who: Who): Promise<void> {
    if (isBeginning) return
    setBeginning(true)
    setProblem('')
    try {
      await begin(who)
      const fresh = files.map(
        (file): Parcel => ({ id: numbers.current++, file, state: 'waiting', percent: 0, problem: '' }),
      )
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

  function beginAnew(): void {
    sessionStorage.removeItem(keyOf(linkId))
    sender.current = undefined
    setReceipt(null)
    setParcels([])
  }

  return { receipt, parcels, isBeginning, isBusy, isLost, problem, add, retry, beginAnew }
}
export type Dropped = ReturnType<typeof useDelivery>
