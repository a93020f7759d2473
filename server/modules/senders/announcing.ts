import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { TABLES_MAX } from '#contract/core/limits.ts'
import { Id } from '#contract/core/shapes.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { ReceivedPublications } from '#server/modules/publications/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { type Seal, sha256 } from '#server/storage/seal.ts'
import { type Arriving, NotTaken } from './arriving.ts'
import type { IncomingRow, IncomingStore } from './incoming-store.ts'
import { readRecord } from './record.ts'
import { ProtocolRefusal } from './refusal.ts'
import { type Secrets, secretsOf } from './secrets.ts'
import type { SenderRow, SenderStore } from './store.ts'

/** Datasets of one sender that may be unfinished at a time (our choice). */
export const UNFINISHED_MAX = 50
const PASSWORD_BYTES = 24
const LINE_MAX = 300
/** Longest name of a table. */
const NAME_MAX = 240

const line = z._default(
  z.string().check(
    z.trim(),
    z.overwrite((text) => text.replace(/\p{Cc}/gu, ' ').slice(0, LINE_MAX)),
  ),
  '',
)
/** A sender's announcement of a submission. Source: original.md 5.4; fields that are not used here are left out. */
export const Announcement = z.object({
  publish: z._default(z.object({ name: line, email: line, org: line }), { name: '', email: '', org: '' }),
  rootId: z._default(z.nullable(z.string()), ''),
  templateName: z.string(),
  fileIsZip: z._default(z.string(), 'no'),
  /** Names of tables, whose workbooks are in the top folder. */
  dataType: z.catch(
    z.object({ fileList: z.array(z.string().check(z.maxLength(NAME_MAX))).check(z.maxLength(TABLES_MAX)) }),
    {
      fileList: [],
    },
  ),
  callbackUrl: z.object({ onSuccess: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)) }),
  metadata: z.record(z.string(), z.unknown()),
})
type Announcement = z.infer<typeof Announcement>
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

type Needs = {
  db: Db
  senders: SenderStore
  incoming: IncomingStore
  publications: ReceivedPublications
  arriving: Pick<Arriving, 'take'>
  seal: Seal
  origin: () => string
  ftp: { port: number; certificate: unknown } | null
  now: () => Date
  newId: () => string
}

/** Submissions of other installations: announced, complete, taken back. */
export function announcing(needs: Needs) {
  const { db, senders, incoming, publications, arriving, seal, origin, ftp, now, newId } = needs

  /** The FTP address for files of a sender; '' if it has none. */
  function ftpUrlOf(sender: SenderRow): string {
    if (!ftp || sender.ftp === 'off') return ''
    // The scheme requires TLS, so that clients send nothing unencrypted.
    const scheme = ftp.certificate && sender.ftp === 'tls' ? 'ftpes' : 'ftp'
    return `${scheme}://${new URL(origin()).hostname}:${ftp.port}`
  }

  /** The template and the fields that a record says. Throws ProtocolRefusal with the places that are wrong. */
  async function recordOf({ templateName, metadata, fileIsZip }: Announcement) {
    if (fileIsZip === 'yes') throw new ProtocolRefusal('record', ['fileIsZip'])
    const template = (await publications.offered()).get(templateName)
    if (!template) throw new ProtocolRefusal('record', ['templateName'])
    const read = readRecord(template.id, template.definition, metadata)
    if (!read) throw new ProtocolRefusal('record', ['metadata'])
    const { fields, pictures, unfit } = read
    const problems = publications.problemsOf(template.definition, fields).map(({ place, code }) => `${place} ${code}`)
    // A draft begins as open; what another platform sends is never open by a word that we do not know.
    const open = fields.access ? [] : ['access required']
    const wrong = [...problems, ...open, ...unfit.map((key) => `${key} imageUnfit`)]
    if (wrong.length) throw new ProtocolRefusal('record', wrong)
    return { template: template.definition, fields, pictures }
  }

  /** The dataset whose family a submission joins; null for a new one. */
  async function familyOf(tx: Tx, { id }: SenderRow, rootId: string): Promise<string | null> {
    const root = Id.safeParse(rootId).success ? await incoming.one(rootId, tx) : undefined
    return root?.sender_id === id ? root.dataset_id : null
  }

  async function insert(tx: Tx, sender: SenderRow, said: Announcement, submission: Buffer): Promise<IncomingRow> {
    const { pictures: _, ...record } = await recordOf(said)
    if ((await incoming.unfinished(tx, sender.id)) >= UNFINISHED_MAX) throw new ProtocolRefusal('tooMany')
    const datasetId = await familyOf(tx, sender, said.rootId ?? '')
    const opened = await orRefusal(publications.open(tx, { ...record, senderId: sender.id, datasetId }))
    if (opened instanceof Failure) throw new ProtocolRefusal('versionPending')
    await incoming.supersede(tx, opened.id)
    const [id, at] = [newId(), now()]
    const password = randomBytes(PASSWORD_BYTES).toString('base64url')
    const row: IncomingRow = {
      id,
      sender_id: sender.id,
      dataset_id: opened.datasetId,
      publication_id: opened.id,
      submission_sha256: submission,
      secrets: seal.close({ callback: said.callbackUrl.onSuccess, password } satisfies Secrets, `incoming ${id}`),
      person: said.publish.name,
      organisation: said.publish.org,
      state: 'receiving',
      decision: null,
      attempts: 0,
      next_at: at,
      error: '',
      created_at: at,
      touched_at: at,
      received_at: null,
      all_bytes: 0,
      all_files: 0,
      tables: [...new Set(said.dataType.fileList.map((name) => name.normalize('NFC').replace(/\.xlsx$/i, '')))],
    }
    await incoming.insert(tx, row)
    await incoming.countAll(tx, row.id)
    return row
  }

  /** Makes the pictures inside a record files of the version, each once. Throws ProtocolRefusal. */
  async function keepPictures(row: IncomingRow, said: Announcement): Promise<void> {
    const { pictures } = await recordOf(said)
    for (const { path, bytes } of pictures) {
      if ((await incoming.wholeSize(row.publication_id, path)) !== null) continue
      const taken = arriving.take(row, { path, from: 0, size: bytes.length, bytes: piecesOf(bytes) })
      await taken.catch((error: unknown) => {
        throw error instanceof NotTaken ? new ProtocolRefusal('record', [path]) : error
      })
    }
  }

  /** Begins a submission, once: announced again it is the same one. Throws ProtocolRefusal. */
  async function announce(sender: SenderRow, body: unknown) {
    const said = Announcement.safeParse(body)
    if (!said.success)
      throw new ProtocolRefusal(
        'record',
        said.error.issues.map(({ path }) => path.join('.')),
      )
    const { onSuccess } = said.data.callbackUrl
    if (new URL(onSuccess).origin !== new URL(sender.host).origin) throw new ProtocolRefusal('otherHost')
    const submission = sha256(onSuccess)
    const row = await transact(db, async (tx) => {
      await senders.held(tx, sender.id)
      return (await incoming.announced(tx, sender.id, submission)) ?? insert(tx, sender, said.data, submission)
    })
    fault('incoming-announced')
    if (row.state === 'receiving') await keepPictures(row, said.data)
    const { password } = secretsOf(seal, row)
    const uploadUrl = `${origin()}/fair/upload/${row.id}`
    return { resourceId: row.id, ftpUrl: ftpUrlOf(sender), uploadUrl, username: row.id, password }
  }

  /** Locks a submission of a sender; null if there is none. */
  async function heldOf(tx: Tx, sender: SenderRow, id: string): Promise<IncomingRow | null> {
    const row = Id.safeParse(id).success ? await incoming.held(tx, id) : undefined
    return row?.sender_id === sender.id ? row : null
  }

  /** Whether all files have been received; then the submission is given to the reviewers, once. */
  const complete = (sender: SenderRow, id: string): Promise<boolean> =>
    transact(db, async (tx) => {
      const row = await heldOf(tx, sender, id)
      if (!row) return false
      if (row.state !== 'receiving') return true
      const { whole, begun } = await incoming.arrived(tx, row)
      if (!whole || begun) return false
      // If there are tables, a job creates them first.
      if (!row.tables.length)
        await publications.handOver(tx, row.publication_id, { sender: sender.name, person: row.person })
      await incoming.update(tx, id, { state: 'received', received_at: now(), next_at: now() })
      fault('incoming-completing')
      return true
    })

  /**
   * Cancels a submission: one that no longer exists counts as cancelled, one that a reviewer has claimed can't be
   * cancelled.
   */
  const cancel = (sender: SenderRow, id: string): Promise<boolean> =>
    transact(db, async (tx) => {
      const row = await heldOf(tx, sender, id)
      if (!row) return true
      const isOpen = row.state === 'receiving' || row.state === 'received'
      return isOpen && publications.giveBack(tx, row.publication_id)
    })

  return { announce, complete, cancel }
}
export type Announcing = ReturnType<typeof announcing>
