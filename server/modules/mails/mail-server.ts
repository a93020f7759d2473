import { join } from 'node:path'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { MailServer, mails } from '#contract/mails.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import type { Letters } from './letter.ts'
import { ERROR_MAX, type MailNeeds, PURPOSE } from './needs.ts'
import { adviceFor, probeServer, type Server, sendLetter, serverOfUrl } from './transport.ts'

/** A well-formed address that never leaves the site, until a sender is configured. */
const SENDER = 'dataspace@site.invalid'
/** Addresses that nobody can have. Source: RFC 2606. */
const NOBODY = /[@.]invalid$/i

type StoredServer = Omit<Server, 'password' | 'sendmail'>
type Given = ParsedOf<typeof mails.setServer>

export const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail')

/** The mail server: from the environment, otherwise as administrators configured it. */
export function mailServers(
  { db, store, seal, audit, config, now, newId }: MailNeeds,
  { writingOf, letterOf }: Letters,
) {
  const folder = folderOf(config)
  const fixed = config.mailUrl ? serverOfUrl(config.mailUrl, config.mailFrom ?? SENDER) : null

  async function server(): Promise<Server> {
    if (fixed) return fixed
    const kept = (await store.server()) as (StoredServer & { sealed?: string }) | undefined
    const none: Server = {
      kind: config.sendmail ? 'sendmail' : 'file',
      sendmail: config.sendmail?.path ?? null,
      host: '',
      port: 587,
      security: 'starttls',
      account: '',
      password: '',
      from: config.sendmail?.from ?? SENDER,
      fromName: '',
    }
    if (!kept) return none
    const { sealed, ...rest } = kept
    const password = sealed ? seal.open<string>(Buffer.from(sealed, 'base64'), PURPOSE) : ''
    return { ...none, ...rest, password }
  }
  const mailServerOf = ({ password, sendmail, ...rest }: Server): MailServer => ({
    ...rest,
    from: rest.from === SENDER ? '' : rest.from,
    hasSendmail: sendmail !== null,
    hasPassword: password !== '',
    isFixed: fixed !== null,
  })
  /** Keeps the stored password when none is given, but refuses this for another server or an unencrypted connection. */
  function merged(given: Given, before: Server): Server {
    const isSame = given.host === before.host && (given.security !== 'none' || before.security === 'none')
    const from = given.from || SENDER
    return { ...given, from, sendmail: before.sendmail, password: given.password ?? (isSame ? before.password : '') }
  }

  /** Refuses settings by which nothing could be sent. */
  function judge(given: Given, { sendmail }: Server): void {
    if (given.kind === 'smtp' && !given.host) throw new Failure('mailServerWrong')
    if (given.kind !== 'file' && (!given.from || NOBODY.test(given.from))) throw new Failure('mailSenderWrong')
    if (given.kind === 'sendmail' && !sendmail) throw new Failure('sendmailMissing')
  }

  async function setServer(given: Given, { actor, caller }: By): Promise<MailServer> {
    if (fixed) throw new Failure('mailServerFixed')
    const before = await server()
    judge(given, before)
    const { password, sendmail: _path, ...rest } = merged(given, before)
    const sealed = password && seal.close(password, PURPOSE).toString('base64')
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.setServer(tx, { ...rest, ...(sealed && { sealed }) })
      audit.record(tx, { action: 'mailServerChanged', actor, caller, before, after: { ...rest, password } })
    })
    return mailServerOf(await server())
  }

  async function test({ to, ...given }: ParsedOf<typeof mails.test>, { actor, caller, language }: By) {
    const before = await server()
    if (!fixed) judge(given, before)
    const chosen = fixed ?? merged(given, before)
    const row = { recipient: to, language, details: { time: now().toISOString() }, secrets: null }
    const letter = { id: newId(), to, ...letterOf(row, await writingOf({ kind: 'test', language })) }
    const began = performance.now()
    const sent = await sendLetter(chosen, folder, letter).then(
      (answered) => ({ isOk: true, answered, advice: '' }),
      (error: unknown) => failed(error, language),
    )
    const tried = { ...sent, ms: Math.round(performance.now() - began) }
    const { kind: delivery, host, port } = chosen
    await audit.note({
      action: 'mailTested',
      ...(!sent.isOk && { outcome: 'refused' as const, reason: sent.answered }),
      actor,
      caller,
      after: { to, delivery, ...(delivery === 'smtp' && { host, port }) },
    })
    return tried
  }

  /** The server's error message is returned to the administrator. */
  function failed(error: unknown, language: Language) {
    const answered = String((error as Error).message).slice(0, ERROR_MAX)
    return { isOk: false, answered, advice: textOf(language, `mails.advice.${adviceFor(answered)}`) }
  }
  async function check(_wish: object, { language }: Pick<By, 'language'>) {
    try {
      await probe()
      return { isOk: true, answered: '', advice: '' }
    } catch (error) {
      return failed(error, language)
    }
  }

  /** Whether mails leave the site at all. */
  const isSending = async () => (await server()).kind !== 'file'

  /** How mails leave the site, and by which server; an SMTP server is asked. Rejects with what it answered. */
  async function probe(): Promise<{ kind: Server['kind']; host: string }> {
    const by = await server()
    if (by.kind === 'smtp') await probeServer(by)
    return { kind: by.kind, host: by.host }
  }

  return { probe, isSending, current: server, server: async () => mailServerOf(await server()), setServer, test, check }
}
export type MailServers = ReturnType<typeof mailServers>
