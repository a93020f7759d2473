import { textOfPath } from '#server/modules/protocols/index.ts'
import { personLogin } from './login.ts'
import { Refusal } from './refusal.ts'
import { say, sayLines, type Talk, type Verb } from './talk.ts'

/** Throws Refusal if a password would be sent without TLS, unless the submission allows it. */
async function demandTls({ needs, secure }: Talk, name: string): Promise<void> {
  if (needs.certificate && !secure && !(await needs.submissions.mayBePlain(name)))
    throw new Refusal(530, 'Say AUTH TLS first: passwords come over TLS only')
}

function leave(talk: Talk): void {
  talk.login = null
  talk.releasePlace()
  talk.releasePlace = () => {}
  talk.cwd = []
}

async function user(talk: Talk, name: string): Promise<void> {
  await demandTls(talk, name)
  leave(talk)
  talk.user = name
  say(talk, 331, 'Now an app password that opens FTP; the password of the account does not')
}

async function pass(talk: Talk, password: string): Promise<void> {
  const { user: name } = talk
  await demandTls(talk, name ?? '')
  if (name === null) throw new Refusal(503, 'Say USER first')
  const { protocols, submissions, takePlace } = talk.needs
  const knock = { protocol: 'ftp' as const, user: name, password, address: talk.control.from, agent: 'FTP' }
  const login = (await submissions.admit(name, password)) ?? personLogin(protocols, await protocols.admit(knock))
  leave(talk)
  talk.releasePlace = takePlace(login.id)
  talk.login = login
  // The client disconnected during the password check, so its place is released here.
  if (!talk.control.isOpen()) leave(talk)
  say(talk, 230, `Welcome, ${login.name}`)
}

async function auth(talk: Talk, mechanism: string): Promise<void> {
  const { certificate } = talk.needs
  if (!certificate) throw new Refusal(502, 'This server has no certificate')
  if (!/^TLS(-C)?$/i.test(mechanism)) throw new Refusal(504, 'Say AUTH TLS')
  if (talk.secure) throw new Refusal(503, 'This connection is over TLS already')
  leave(talk)
  say(talk, 234, 'TLS begins now')
  talk.secure = certificate()
  talk.control.secure(talk.secure)
}

async function pbsz(talk: Talk): Promise<void> {
  if (!talk.secure) throw new Refusal(503, 'Say AUTH TLS first')
  say(talk, 200, 'PBSZ=0')
}

async function prot(talk: Talk, level: string): Promise<void> {
  if (!talk.secure) throw new Refusal(503, 'Say AUTH TLS first')
  if (level.toUpperCase() !== 'P') throw new Refusal(536, 'Files go over TLS only: PROT P')
  talk.isPrivate = true
  say(talk, 200, 'Data connections go over TLS')
}

const FEATURES = [
  ...['EPSV', 'PASV', 'UTF8', 'TVFS', 'SIZE', 'MDTM', 'MFMT', 'REST STREAM', 'HASH SHA-256*'],
  'MLST type*;size*;modify*;unique*;perm*;',
]

async function feat(talk: Talk): Promise<void> {
  const tls = talk.needs.certificate ? ['AUTH TLS', 'PBSZ', 'PROT'] : []
  sayLines(talk, 211, ['Features:', ...tls, ...FEATURES], 'End')
}

async function opts(talk: Talk, wish: string): Promise<void> {
  if (/^UTF-?8( ON)?$/i.test(wish)) return say(talk, 200, 'Names are UTF-8')
  if (/^MLST\b/i.test(wish)) return say(talk, 200, 'MLST OPTS type;size;modify;unique;perm;')
  if (/^HASH( SHA-256)?$/i.test(wish)) return say(talk, 200, 'SHA-256')
  throw new Refusal(501, 'There is no such option here')
}

async function quit(talk: Talk): Promise<void> {
  say(talk, 221, 'Goodbye')
  talk.control.end()
}

async function abor(talk: Talk): Promise<void> {
  // The running transfer was already aborted and answered before this command's turn.
  say(talk, 226, 'Nothing is under way any more')
}

async function stat(talk: Talk): Promise<void> {
  const { login, cwd, isPrivate } = talk
  const who = login ? `Logged in as ${login.account}, in ${textOfPath(cwd)}` : 'Not logged in'
  const bytes = talk.transfer?.channel?.bytes()
  const transfer = talk.transfer ? `A transfer is under way: ${bytes ?? 0} bytes` : 'No transfer is under way'
  sayLines(talk, 211, ['Status:', who, isPrivate ? 'Data goes over TLS' : 'Data goes as it is', transfer], 'End')
}

/** Commands for the session itself, also allowed before login. */
export const entryVerbs: Readonly<Record<string, Verb>> = {
  USER: { isForAll: true, run: user },
  PASS: { isForAll: true, run: pass },
  AUTH: { isForAll: true, run: auth },
  PBSZ: { isForAll: true, run: pbsz },
  PROT: { isForAll: true, run: prot },
  FEAT: { isForAll: true, run: feat },
  OPTS: { isForAll: true, run: opts },
  SYST: { isForAll: true, run: async (talk) => say(talk, 215, 'UNIX Type: L8') },
  NOOP: { isForAll: true, run: async (talk) => say(talk, 200, 'Here') },
  QUIT: { isForAll: true, run: quit },
  ABOR: { isForAll: true, run: abor },
}
/** STAT: without a path the state of the session, with a path a listing. */
export const sessionStat = stat
