import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The outgoing mail server. Without a password no login is made. `sendmail`: path of the program. */
export type Server = {
  kind: 'file' | 'smtp' | 'sendmail'
  sendmail: string | null
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

async function bytesOf(server: Server, letter: Letter): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  return new MailComposer(messageOf(server, letter)).compile().build()
}

/** Hands a mail to the system's own mail queue. Rejects when the program is missing, refuses it, or does not end. */
async function handOver(path: string, { from }: Server, to: string, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = execFile(path, ['-i', '-f', from, '--', to], { timeout: SOCKET_MS }, (error, _out, said) =>
      error ? reject(new Error(said.trim() || error.message)) : resolve(),
    )
    // If the program ends without reading, its exit code says why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}

async function transportOf(server: Server) {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
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
}

/** Connects to an SMTP server and signs in, without a mail. Rejects with what it answered. */
export async function probeServer(server: Server): Promise<void> {
  const transport = await transportOf(server)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Sends one mail now: to the server, to sendmail, or as an .eml file. Returns the server's answer, '' without one. */
export async function sendLetter(server: Server, folder: string, letter: Letter): Promise<string> {
  if (server.kind === 'file') {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, `${letter.id}.eml`), await bytesOf(server, letter), { mode: 0o600 })
    return ''
  }
  if (server.kind === 'sendmail') {
    if (!server.sendmail) throw new Error('there is no sendmail')
    await handOver(server.sendmail, server, letter.to, await bytesOf(server, letter))
    return ''
  }
  const transport = await transportOf(server)
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
    sendmail: null,
    host: url.hostname,
    port: Number(url.port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : url.searchParams.get('security') === 'none' ? 'none' : 'starttls',
    account: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from,
    fromName: '',
  }
}

const signs = [
  ['dns', /ENOTFOUND|EAI_AGAIN|ENODATA|EDNS/],
  ['timeout', /ETIMEDOUT|timeout|Greeting never received/i],
  // Before the login: "530 Must issue a STARTTLS command first".
  ['tls', /certificate|SSL|TLS/i],
  ['auth', /Invalid login|\b53[045]\b|Missing credentials/i],
  ['refused', /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|Connection closed|socket/i],
  ['rejected', /\b5\d\d[ -]/],
] as const
/** Advice for the message of an error of the mail server or library: a key below `mails.advice`. */
export const adviceFor = (message: string): string => signs.find(([, sign]) => sign.test(message))?.[0] ?? 'other'
