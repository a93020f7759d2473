import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { MAIL_KEEP_DAYS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { Mail, MailKind, MailServer, MailTemplate, mails } from '#contract/mails.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { kinds, missingVariable, ourWords, renderMail, unknownVariable, variablesOf } from './render.ts'
import type { MailRow, MailStore, Words } from './store.ts'
import { adviceFor, type Server, sendLetter, serverOfUrl } from './transport.ts'

/** A mail is tried this often before it counts as failed (our choice). */
export const MAIL_TRIES = 8

const PURPOSE = 'mail'
/** Mails that one round takes; the next round follows at once while there are more. */
const ROUND = 10
/** A node that dies over a mail leaves it to the others after this long. */
const CLAIM_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 4 * 60 * MINUTE_MS
const ERROR_MAX = 500
/** Well-formed, and nobody's (RFC 2606), until the site says who sends. */
const SENDER = 'dataspace@site.invalid'

type StoredServer = Omit<Server, 'password'> & { password?: string }
export type Outgoing = {
  kind: MailKind
  recipient: string
  language: Language
  personId?: string | null
  /** Values that may be read later in the queue. */
  details?: Record<string, string | number>
  /** Links and codes: sealed, and gone once the mail has left. */
  secrets?: Record<string, string>
}
type Needs = {
  db: Db
  store: MailStore
  seal: Seal
  audit: Audit
  settings: Pick<SettingService, 'basic'>
  config: Config
  origin: () => string
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}
type Given = ParsedOf<typeof mails.setServer>

/** The pause after this many tries: 1, 2, 4 … minutes, at most 4 hours. */
const pauseMs = (attempts: number) => Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (attempts - 1))

export function mailService({ db, store, seal, audit, settings, config, origin, now, newId, log }: Needs) {
  const folder = join(config.dataDir, 'mail')
  const fixed = config.mailUrl ? serverOfUrl(config.mailUrl, config.mailFrom ?? SENDER) : null

  async function server(): Promise<Server> {
    if (fixed) return fixed
    const kept = (await store.server()) as (StoredServer & { sealed?: string }) | undefined
    const none: Server = {
      kind: 'file',
      host: '',
      port: 587,
      security: 'starttls',
      account: '',
      password: '',
      from: SENDER,
      fromName: '',
    }
    if (!kept) return none
    const { sealed, ...rest } = kept
    const password = sealed ? seal.open<string>(Buffer.from(sealed, 'base64'), PURPOSE) : ''
    return { ...none, ...rest, password }
  }
  const mailServerOf = ({ password, ...rest }: Server): MailServer => ({
    ...rest,
    hasPassword: password !== '',
    isFixed: fixed !== null,
  })
  /** A password that is not given stays as it is, but goes to no other server, and none in the clear. */
  function merged(given: Given, before: Server): Server {
    const isSame = given.host === before.host && (given.security !== 'none' || before.security === 'none')
    return { ...given, password: given.password ?? (isSame ? before.password : '') }
  }

  async function setServer(given: Given, { actor, caller }: By): Promise<MailServer> {
    if (fixed) throw new Failure('mailServerFixed')
    if (given.kind === 'smtp' && !given.host) throw new Failure('mailServerWrong')
    const before = await server()
    const { password, ...rest } = merged(given, before)
    const sealed = password && seal.close(password, PURPOSE).toString('base64')
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.setServer(tx, { ...rest, ...(sealed && { sealed }) })
      audit.record(tx, { action: 'mailServerChanged', actor, caller, before, after: { ...rest, password } })
    })
    return mailServerOf(await server())
  }

  async function test({ to, ...given }: ParsedOf<typeof mails.test>, { actor, caller, language }: By) {
    await audit.note({ action: 'mailTested', actor, caller, after: { to, host: given.host, port: given.port } })
    const chosen = fixed ?? merged(given, await server())
    const values = await valuesOf({ recipient: to, language, details: { time: now().toISOString() }, secrets: null })
    const letter = { id: newId(), to, ...renderMail((await wordsOf('test'))[language], values, language) }
    const began = performance.now()
    const ms = () => Math.round(performance.now() - began)
    try {
      return { isOk: true, answered: await sendLetter(chosen, folder, letter), ms: ms(), advice: '' }
    } catch (error) {
      // Told, not swallowed: the reason is the answer.
      const answered = String((error as Error).message).slice(0, ERROR_MAX)
      return { isOk: false, answered, ms: ms(), advice: textOf(language, `mails.advice.${adviceFor(error)}`) }
    }
  }

  const wordsOf = async (kind: MailKind): Promise<Words> => (await store.words(kind)) ?? ourWords(kind)

  async function valuesOf({
    recipient,
    language,
    details,
    secrets,
  }: Pick<MailRow, 'recipient' | 'language' | 'details' | 'secrets'>) {
    const site = (await settings.basic(language)).dataSpaceName
    const hidden = secrets ? seal.open<Record<string, string>>(secrets, PURPOSE) : {}
    return { ...(details as Record<string, string | number>), ...hidden, site, recipient, origin: origin() }
  }

  /** Puts mails into the outbox, in the transaction of what they tell of. */
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
    const words = await wordsOf(row.kind)
    const letter = {
      id: row.id,
      to: row.recipient,
      ...renderMail(words[row.language], await valuesOf(row), row.language),
    }
    try {
      await sendLetter(by, folder, letter)
      // While mails go to the folder the console shows them whole; what left for good keeps no link.
      const left =
        by.kind === 'smtp' ? ({ state: 'sent', sent_at: now(), secrets: null } as const) : { state: 'kept' as const }
      await store.update(row.id, { ...left, next_at: null, error: '', subject: letter.subject })
    } catch (error) {
      const isOver = row.attempts >= MAIL_TRIES
      log.warn({ err: error, mail: row.id, kind: row.kind }, 'mail not sent')
      await store.update(row.id, {
        state: isOver ? 'failed' : 'waiting',
        next_at: isOver ? null : new Date(now().getTime() + pauseMs(row.attempts)),
        error: String((error as Error).message).slice(0, ERROR_MAX),
        subject: letter.subject,
      })
    }
  }

  /** Sends what is due; answers how many were tried. Several nodes may do it at once. */
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
  /** Sends soon, without anybody waiting; called after the commit. */
  function kick(): void {
    running = running.then(drain).catch((error: unknown) => log.error({ err: error }, 'mail queue'))
  }

  const mailOf = (row: MailRow): Mail => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject || ourWords(row.kind)[row.language].subject,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    nextAt: row.next_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
  })

  async function list(query: ParsedOf<typeof mails.list>) {
    const { list: rows, ...rest } = await store.page(query)
    return { list: rows.map(mailOf), ...rest }
  }
  async function show({ id }: { id: string }, { actor, caller }: By) {
    const row = await store.byId(id)
    if (!row) throw new Failure('notFound')
    const target = { id: row.id, name: row.recipient }
    await audit.note({ action: 'mailShown', actor, caller, target, after: { kind: row.kind } })
    // Whoever runs a server must not read links that are under way to somebody; the folder is for trying things out.
    const isShown = (await server()).kind === 'file'
    const values = await valuesOf(isShown ? row : { ...row, secrets: null })
    return renderMail((await wordsOf(row.kind))[row.language], { url: '…', code: '…', ...values }, row.language)
  }
  async function retry({ id }: { id: string }) {
    if (!(await store.retry(id, now()))) throw new Failure('notFound')
    kick()
    return null
  }

  const mailTemplateOf = (kind: MailKind, changed: Words | undefined | null): MailTemplate => ({
    kind,
    ...(changed ?? ourWords(kind)),
    isChanged: Boolean(changed),
    variables: variablesOf(kind),
  })
  async function templates() {
    const changed = await store.allWords()
    return kinds.map((kind) => mailTemplateOf(kind, changed.get(kind)))
  }
  function refuseUnknown(kind: MailKind, ...texts: string[]) {
    const name = texts.map((text) => unknownVariable(kind, text)).find(Boolean)
    if (name) throw new Failure('mailVariableUnknown', { values: { name } })
  }
  const noteWords = (
    tx: Tx,
    kind: MailKind,
    change: { before: Words; after: Words },
    { actor, caller }: Omit<By, 'language'>,
  ) => audit.record(tx, { action: 'mailTemplateChanged', actor, caller, target: { id: kind, name: kind }, ...change })
  async function setTemplate({ kind, zh, en }: ParsedOf<typeof mails.setTemplate>, { actor, caller }: By) {
    refuseUnknown(kind, zh.subject, zh.body, en.subject, en.body)
    const missing = missingVariable(kind, zh.body) ?? missingVariable(kind, en.body)
    if (missing) throw new Failure('mailVariableMissing', { values: { name: missing } })
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const before = await wordsOf(kind)
      await store.setWords(tx, kind, { zh, en })
      noteWords(tx, kind, { before, after: { zh, en } }, { actor, caller })
    })
    return mailTemplateOf(kind, { zh, en })
  }
  async function resetTemplate({ kind }: { kind: MailKind }, { actor, caller }: By) {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const before = await store.words(kind)
      await store.forgetWords(tx, kind)
      if (before) noteWords(tx, kind, { before, after: ourWords(kind) }, { actor, caller })
    })
    return mailTemplateOf(kind, null)
  }
  async function preview({ kind, language, words }: ParsedOf<typeof mails.preview>) {
    refuseUnknown(kind, words.subject, words.body)
    const samples = Object.fromEntries(variablesOf(kind).map((name) => [name, sampleOf(name, language)]))
    const { dataSpaceName } = await settings.basic(language)
    return renderMail(words, { ...samples, site: dataSpaceName, origin: origin() }, language)
  }
  const sampleOf = (name: string, language: Language): string => {
    if (name.endsWith('rl')) return `${origin()}/…`
    return textOf(language, `mails.samples.${name}`)
  }

  return {
    queue,
    queueAll,
    kick,
    drain,
    /** Waits until what was kicked off is done. */
    flushed: () => running,
    server: async () => mailServerOf(await server()),
    setServer,
    test,
    list,
    show,
    retry,
    templates,
    setTemplate,
    resetTemplate,
    preview,
    sweep: () => store.sweep(new Date(now().getTime() - MAIL_KEEP_DAYS * DAY_MS)),
  }
}
export type MailService = ReturnType<typeof mailService>
