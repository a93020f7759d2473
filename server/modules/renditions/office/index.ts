import { setTimeout as after } from 'node:timers/promises'
import { OFFICE_SOURCE_BYTES, OFFICE_WAIT_MS } from '#contract/core/limits.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { libreOffice, NotConverted } from './libre-office.ts'
import { officeStore } from './store.ts'

/** Maximum number of waiting conversions on a node; further ones are refused. */
const WAITING_MAX = 50

type Needs = Pick<Deps, 'db' | 'blobs' | 'config' | 'log' | 'now'>
type Document = { sha256: string; suffix: string; size: number }
export type Pdf = { sha256: string; size: number }

/** Documents as PDF, made by LibreOffice when somebody looks and kept with their content. */
export function officeService({ db, blobs, config, log, now }: Needs, waitMs = OFFICE_WAIT_MS) {
  const store = officeStore(db)
  const office = config.soffice ? libreOffice(config.soffice) : null
  const oneAtATime = semaphore(1)
  const running = new Map<string, Promise<Pdf>>()
  let ready: Promise<boolean> | undefined

  async function probe(): Promise<boolean> {
    if (!office) return false
    try {
      await office.probe()
      return true
    } catch (error) {
      log.warn({ err: error }, 'LibreOffice is there but bubblewrap (bwrap) can’t shut it in: it is not used')
      return false
    }
  }

  async function make(document: Document): Promise<Pdf> {
    if (!office) throw new Failure('componentGone')
    const pdf = await oneAtATime(() => blobs.withFile(document.sha256, (path) => office.convert(path, document.suffix)))
    return store.save(document, () => blobs.put(pdf), now())
  }

  /** The conversion of a content, begun unless it runs already. */
  function conversionOf(document: Document): Promise<Pdf> {
    const known = running.get(document.sha256)
    if (known) return known
    if (running.size > WAITING_MAX) throw new Failure('stillConverting')
    const made = make(document).finally(() => running.delete(document.sha256))
    running.set(document.sha256, made)
    // The caller may have disconnected before it fails.
    made.catch((error: unknown) => log.info({ err: error, sha256: document.sha256 }, 'a document was not converted'))
    return made
  }

  return {
    /** Whether documents can be converted here. */
    isReady: (): Promise<boolean> => {
      ready ??= probe()
      return ready
    },

    /** The PDF of a document. Refuses with notConverted, or stillConverting while it takes longer than readers wait. */
    async pdfOf(document: Document): Promise<Pdf> {
      const known = await store.find(document.sha256)
      if (known) return known
      if (document.size > OFFICE_SOURCE_BYTES) throw new Failure('notConverted')
      const waiting = new AbortController()
      try {
        const pdf = await Promise.race([
          conversionOf(document),
          after(waitMs, null, { signal: waiting.signal, ref: false }).catch(() => null),
        ])
        if (!pdf) throw new Failure('stillConverting')
        return pdf
      } catch (cause) {
        throw cause instanceof NotConverted ? new Failure('notConverted', { cause }) : cause
      } finally {
        waiting.abort()
      }
    },
  }
}
export type OfficeService = ReturnType<typeof officeService>
