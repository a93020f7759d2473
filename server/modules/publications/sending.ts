import { Readable } from 'node:stream'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { type FileSender, jsonLdOf } from '#server/modules/institutions/index.ts'
import type { Running, Work } from '#server/modules/tasks/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { callbackOf, uploadOf } from './callback-address.ts'
import type { InstitutionDecisions } from './deciding.ts'
import { picturesInside } from './images.ts'
import type { PublicationNeeds } from './needs.ts'
import type { WholeRow } from './store.ts'
import type { SubmissionWork } from './submission-work.ts'
import type { Transfer } from './submitting.ts'
import { begunOf, NO_PARTS, partsBegun } from './transfer-parts.ts'
import type { TransferRow } from './transfer-store.ts'

/** How often the speed of a transfer is written down, in milliseconds. */
const SPEED_MS = 2000

type Needs = PublicationNeeds & { work: SubmissionWork; decisions: InstitutionDecisions; origin: () => string }
/** A submission with everything that sending it needs. */
type Moving = { transfer: Transfer; moving: TransferRow }
type Submission = { row: WholeRow & { metadata: DatasetMetadata }; moving: TransferRow; institutionId: string }

/**
 * Sends submissions to institutions: registers them, sends their files, and asks whether they are complete. Each step
 * is recorded before and after it is done: however this process ends, a submission is sent only once, or its submitter
 * is told that the outcome is unknown.
 */
export function institutionTransfers(needs: Needs): Work {
  const { db, store, frozen, transfers, blobs, bus, seal, settings, institutions, people, work } = needs
  const { decisions, origin, log, now } = needs
  const { deliveries, templates } = institutions

  /** Stores a change as long as the submission waits for this transfer; throws otherwise. */
  const whileWaiting = (task: Running, transfer: Transfer, write: (tx: Tx) => Promise<unknown>) =>
    transact(db, async (tx) => {
      await task.fence(tx)
      if (!(await work.waiting(tx, transfer))) throw new Failure('publicationStateChanged')
      await write(tx)
    })
  const step = (task: Running, transfer: Transfer, change: Parameters<typeof transfers.update>[2]) =>
    whileWaiting(task, transfer, async (tx) => {
      await transfers.update(tx, transfer.publicationId, change)
      await publishSpaceChange(bus, task.spaceId, tx)
    })

  /** Records whether interrupted files continue, when this is known for the first time or changes. */
  function wayOf(task: Running, transfer: Transfer) {
    let known: boolean | null = null
    return async (keepsParts: boolean): Promise<void> => {
      if (known === keepsParts) return
      await step(task, transfer, { keeps_parts: keepsParts })
      known = keepsParts
    }
  }

  /** Throws publicationStateChanged if it no longer waits for this transfer. */
  async function submission({ publicationId, submittedAt }: Transfer): Promise<Submission> {
    const [row, moving] = await Promise.all([store.one(publicationId), transfers.one(publicationId)])
    const isWaiting = row?.transfer === 'transmitting' && row.submitted_at?.toISOString() === submittedAt
    if (!isWaiting || !row.institution_id || !row.metadata || !moving) throw new Failure('publicationStateChanged')
    return { row: { ...row, metadata: row.metadata }, moving, institutionId: row.institution_id }
  }

  async function announcementOf({ row, moving, institutionId }: Submission, own: { account: string; name: string }) {
    const { plan } = moving
    const { metadata } = row
    const [tables, files, rootId, person, pictures] = await Promise.all([
      store.tables(row.id),
      transfers.totals(row.id),
      transfers.rootOf(row.id, institutionId),
      people.byId(row.editors.at(-1) ?? ''),
      picturesInside(needs, row.id, { plan, metadata }),
    ])
    const type = !tables.length ? ('0' as const) : files.files > tables.length ? ('2' as const) : ('1' as const)
    const { name = '', email = '', unit: org = '' } = person ?? {}
    const announced = {
      version: `V${row.number}`,
      organization: { id: own.account, name: own.name },
      publish: { name, email, org },
      resourceType: moving.resource_type,
      rootId,
      templateName: moving.template_name,
      dataType: { type, fileList: tables.map(({ path }) => path.replace(/\.xlsx$/, '')) },
      callbackUrl: callbackOf(origin(), seal, moving),
      metadata: jsonLdOf(plan, metadata, pictures),
    }
    const day = (row.submitted_at ?? now()).toISOString().slice(0, 10)
    const publisher = (await settings.basic('en')).dataSpaceName
    const deposit = { metadata, number: row.number, rootId, publisher, contact: { name, email }, day }
    return { announced, deposit }
  }

  /** Announces the submission to the institution, once. Throws institutionAnswerLost if an earlier response was lost. */
  async function announce(task: Running, transfer: Transfer): Promise<void> {
    const whole = await submission(transfer)
    const { moving, institutionId } = whole
    if (moving.trace_id) return
    if (moving.step === 'announcing') {
      await step(task, transfer, { step: 'waiting' })
      throw new Failure('institutionAnswerLost')
    }
    const own = await institutions.rowOf(institutionId)
    const target = templates.targetOf(own)
    const delivery = deliveries[own.kind]
    const known = { name: moving.template_name, sha256: moving.template_sha256 }
    await templates.demandSame(own, known, task.signal)
    const said = await announcementOf(whole, own)
    await step(task, transfer, { step: 'announcing' })
    fault('transfer-announcing')
    const accepted = await orRefusal(delivery.announce(target, said, task.signal))
    fault('transfer-announced')
    if (accepted instanceof Failure) {
      await step(task, transfer, { step: 'waiting' })
      throw accepted
    }
    const { resourceId, url, username, password } = accepted
    const upload = uploadOf.close(seal, moving.publication_id, { url, username, password })
    try {
      await step(task, transfer, { step: 'sending', trace_id: resourceId, upload })
    } catch (error) {
      // It was taken back meanwhile: the institution need not wait for files.
      if (error instanceof Failure) await orRefusal(delivery.cancel(target, resourceId))
      throw error
    }
  }

  /** Counts the bytes of a transfer, and writes its speed down now and then. */
  function speedometer(task: Running, id: string) {
    const begun = performance.now()
    let [total, ahead, writtenAt] = [0, 0, begun]
    let writing = Promise.resolve()
    /** Bytes that are there already: they are no part of the speed. */
    function keep(bytes: number): void {
      ahead += bytes
      task.progress({ bytes })
    }
    return {
      keep,
      count(bytes: number) {
        total += bytes
        keep(bytes)
        const at = performance.now()
        if (at - writtenAt < SPEED_MS) return
        writtenAt = at
        const speed = { bytes_per_second: Math.round((total * 1000) / (at - begun)), bytes_ahead: ahead }
        writing = writing.then(() =>
          transfers.update(db, id, speed).then(
            () => publishSpaceChange(bus, task.spaceId, db),
            // Shown only: the database will be missed by the next step, too.
            (error: unknown) => log.warn({ err: error }, 'speed not written'),
          ),
        )
      },
      async placed() {
        await writing
        ahead = 0
      },
      speed: () => Math.round((total * 1000) / Math.max(1, performance.now() - begun)),
    }
  }

  /** Stores the parts of a file; an interruption without a further part is counted. */
  function partsMemory(task: Running, transfer: Transfer, path: string) {
    const id = transfer.publicationId
    const write = (put: (tx: Tx) => Promise<unknown>) => whileWaiting(task, transfer, put)
    return {
      onBegun: (to: unknown) => write((tx) => transfers.update(tx, id, partsBegun(seal, id, { path, to }))),
      async onPart(tag: string) {
        await write((tx) => transfers.addPart(tx, id, tag))
        fault('transfer-part-stored')
      },
      onForgotten: () => write((tx) => transfers.update(tx, id, NO_PARTS)),
      async onFailed(error: unknown): Promise<never> {
        if (error instanceof Failure) await write((tx) => transfers.partBroke(tx, id, path))
        throw error
      },
    }
  }

  async function sendFiles(task: Running, { transfer, moving }: Moving, sender: FileSender): Promise<void> {
    const id = transfer.publicationId
    const meter = speedometer(task, id)
    const onWay = wayOf(task, transfer)
    const left = begunOf(seal, moving)
    for await (const { path, size, sha256 } of transfers.unsent(id)) {
      task.signal.throwIfAborted()
      const read = async (from: number) => {
        if (from === size) return Readable.from([]) as AsyncIterable<Buffer>
        return (await blobs.read(sha256, { start: from, end: size - 1 })) as AsyncIterable<Buffer>
      }
      const { onFailed, ...parts } = partsMemory(task, transfer, path)
      const heard = { onBytes: meter.count, onKept: meter.keep, onWay, ...parts }
      const begun = left?.path === path ? left : null
      await sender.store({ path, size, sha256, read, begun, ...heard }).catch(onFailed)
      fault('transfer-file-stored')
      await meter.placed()
      await whileWaiting(task, transfer, async (tx) => {
        await transfers.setSent(tx, id, path)
        await transfers.update(tx, id, { bytes_per_second: meter.speed(), bytes_ahead: 0, ...NO_PARTS })
        await publishSpaceChange(bus, task.spaceId, tx)
      })
      task.progress({ items: 1 })
    }
  }

  async function send(task: Running, transfer: Transfer): Promise<void> {
    const { row, moving, institutionId } = await submission(transfer)
    if (moving.step !== 'sending' || !moving.upload) return
    const own = await institutions.rowOf(institutionId)
    const upload = uploadOf.open(seal, moving.publication_id, moving.upload)
    const isOpen = row.metadata.access.kind === 'open'
    const to = { ...upload, resourceId: moving.trace_id ?? '', isOpen, isAgain: moving.is_again }
    const sender = await deliveries[own.kind].sender(templates.targetOf(own), to, task.signal)
    try {
      await sendFiles(task, { transfer, moving }, sender)
    } finally {
      sender.close()
    }
    await step(task, transfer, { step: 'completing' })
  }

  /** Asking twice does no harm: a complete submission is confirmed again. */
  async function complete(task: Running, transfer: Transfer): Promise<void> {
    const { moving, institutionId } = await submission(transfer)
    if (moving.step !== 'completing' || !moving.trace_id) return
    const own = await institutions.rowOf(institutionId)
    fault('transfer-completing')
    const { isWhole, published } = await deliveries[own.kind].complete(
      templates.targetOf(own),
      moving.trace_id,
      task.signal,
    )
    fault('transfer-completed')
    await transact(db, async (tx) => {
      await task.fence(tx)
      const row = await work.waiting(tx, transfer)
      if (!row) return
      if (!isWhole) {
        await transfers.unsend(tx, row.id)
        await transfers.update(tx, row.id, { step: 'sending', is_again: true })
        return
      }
      if (published) return decisions.published(tx, row, moving, published)
      await transfers.update(tx, row.id, { step: 'sent', upload: null })
      await store.update(tx, row.id, { transfer: 'success' })
      await publishSpaceChange(bus, task.spaceId, tx)
    })
    if (!isWhole) throw new Failure('institutionUploadRefused')
  }

  /** Writes the missing tables, and counts what is to be sent. */
  async function prepare(task: Running, transfer: Transfer): Promise<void> {
    await submission(transfer)
    for (const { table_id: tableId, path } of await store.tables(transfer.publicationId)) {
      if (await frozen.one(transfer.publicationId, path)) continue
      await work.writeTable(task, transfer, { tableId, path, format: 'xlsx' })
    }
    await transact(db, async (tx) => {
      await task.fence(tx)
      await frozen.count(tx, transfer.publicationId)
    })
    const { files, filesSent, bytes, bytesSent } = await transfers.totals(transfer.publicationId)
    await task.expect({ items: files - filesSent, bytes: bytes - bytesSent })
  }

  const run = (task: Running) =>
    work.telling(task, async (transfer) => {
      await prepare(task, transfer)
      await announce(task, transfer)
      await task.phase('transferring')
      await send(task, transfer)
      await complete(task, transfer)
    })

  return { kind: 'transfer', run }
}
