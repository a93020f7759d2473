import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The outgoing mail server. Without a password no login is made. */
export type Server = {
  kind: 'file' | 'smtp'
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  account: string
  password: string
  from: string
  fromName: string
}
export type Letter = { id: string; to: string; subject: string; text: string; html: string }

/** Timeouts of the connection in milliseconds, so that the queue does not wait for a dead server. */
const CONNECT_MS = 10_000
const SOCKET_MS = 20_000

const messageOf = ({ from, fromName }: Server, { id, to, subject, text, html }: Letter) => ({
  from: fromName ? { name: fromName, address: from } : from,
  to,
  subject,
  text,
  html,
  messageId: `<${id}@${from.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** Sends one mail now: to the server, or as an .eml file. Returns the server's answer; '' for a file. */
export async function sendLetter(server: Server, folder: string, letter: Letter): Promise<string> {
  if (server.kind === 'file') {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
    const bytes = await new MailComposer(messageOf(server, letter)).compile().build()
    await writeFile(join(folder, `${letter.id}.eml`), bytes, { mode: 0o600 })
    return ''
  }
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    ...(server.account && { auth: { user: server.account, pass: server.password } }),
  })
  try {
    const { response } = await transport.sendMail(messageOf(server, letter))
    return response
  } finally {
    transport.close()
  }
}

/** Parses `smtp://user:password@host:587` or `smtps://…`. */
export function serverOfUrl(text: string, from: string): Server {
  const url = new URL(text)
  const isTls = url.protocol === 'smtps:'
  return {
    kind: 'smtp',
    host: url.hostname,
    port: Number(url.port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : url.searchParams.get('security') === 'none' ? 'none' : 'starttls',
    account: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from,
    fromName: '',
  }
}

/** Advice for an error of the mail server, by the mail library's error code: a key below `mails.advice`. */
export function adviceFor(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'dns'
  if (code === 'ETIMEDOUT' || code === 'ETIME') return 'timeout'
  if (code === 'EAUTH') return 'auth'
  if (code === 'ETLS') return 'tls'
  if (code === 'ESOCKET' || code === 'ECONNECTION')
    return /certificate|SSL|TLS/i.test(String(error)) ? 'tls' : 'refused'
  if (responseCode && responseCode >= 500) return 'rejected'
  return 'other'
}
