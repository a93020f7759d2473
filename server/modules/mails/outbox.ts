import { MINUTE_MS } from '#contract/core/time.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Letters } from './letter.ts'
import { folderOf, type MailServers } from './mail-server.ts'
import { ERROR_MAX, type MailNeeds, type Outgoing, PURPOSE } from './needs.ts'
import type { MailRow } from './store.ts'
import { type Server, sendLetter } from './transport.ts'

/** Number of tries before a mail counts as failed (our choice). */
export const MAIL_TRIES = 8

/** Mails per round; the next round starts at once while there are more. */
const ROUND = 10
/** When a server stops while sending a mail, other servers take the mail over after this time. */
const CLAIM_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 4 * 60 * MINUTE_MS
/** Pause after this many tries: 1, 2, 4 … minutes, at most 4 hours. */
const pauseMs = (attempts: number) => Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (attempts - 1))

/** The outbox: mails are inserted in the transaction of their cause, sent after the commit, and retried for a while. */
export function outbox(
  { store, seal, config, now, newId, log }: MailNeeds,
  { writingOf, letterOf }: Letters,
  server: MailServers['current'],
) {
  const folder = folderOf(config)

  /** Inserts mails into the outbox, in the transaction of their cause. */
  async function queueAll(tx: Db | Tx, letters: Outgoing[]): Promise<void> {
    const at = now()
    const rows = letters.map(({ kind, recipient, language, personId = null, details = {}, secrets }) => ({
      id: newId(),
      kind,
      recipient,
      language,
      person_id: personId,
      details,
      secrets: secrets ? seal.close(secrets, PURPOSE) : null,
      created_at: at,
      next_at: at,
    }))
    if (rows.length) await store.insert(tx, rows)
  }
  const queue = (tx: Db | Tx, letter: Outgoing) => queueAll(tx, [letter])

  async function send(row: MailRow, by: Server): Promise<void> {
    const written = await writingOf(row)
    const letter = { id: row.id, to: row.recipient, ...letterOf(row, written) }
    const record = { written, subject: letter.subject }
    try {
      await sendLetter(by, folder, letter)
      // Mails in the folder are shown whole in the console; once a mail was really sent, its links are deleted.
      const left =
        by.kind !== 'file' ? ({ state: 'sent', sent_at: now(), secrets: null } as const) : { state: 'kept' as const }
      await store.update(row.id, { ...left, next_at: null, error: '', ...record })
    } catch (error) {
      const isOver = row.attempts >= MAIL_TRIES
      log.warn({ err: error, mail: row.id, kind: row.kind }, 'mail not sent')
      await store.update(row.id, {
        state: isOver ? 'failed' : 'waiting',
        next_at: isOver ? null : new Date(now().getTime() + pauseMs(row.attempts)),
        error: String((error as Error).message).slice(0, ERROR_MAX),
        ...record,
      })
    }
  }

  /** Sends due mails; returns how many were tried. Several servers may run it at the same time. */
  async function drain(): Promise<number> {
    let tried = 0
    for (;;) {
      const at = now()
      const rows = await store.claim(at, new Date(at.getTime() + CLAIM_MS), ROUND)
      if (!rows.length) return tried
      const by = await server()
      await Promise.all(rows.map((row) => send(row, by)))
      tried += rows.length
    }
  }

  let running: Promise<unknown> = Promise.resolve()
  /** Starts sending in the background; called after the commit. */
  function kick(): void {
    running = running.then(drain).catch((error: unknown) => log.error({ err: error }, 'mail queue'))
  }

  return {
    queue,
    queueAll,
    kick,
    drain,
    /** Waits until the sending in progress is done. */
    flushed: () => running,
  }
}
