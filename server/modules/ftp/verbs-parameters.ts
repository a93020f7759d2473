import ipaddr from 'ipaddr.js'
import { Refusal } from './refusal.ts'
import { dropPassive, say, type Talk, type Verb } from './talk.ts'

/** Parses a number of bytes. Throws Refusal. */
function bytesOf(text: string): number {
  const bytes = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(bytes)) throw new Refusal(501, 'Say how many bytes, as a number')
  return bytes
}

/** TYPE: files are always transferred unchanged; line ends are not converted in text mode either. */
async function type(talk: Talk, wish: string): Promise<void> {
  if (!/^(I|L ?8|A( N)?)$/i.test(wish)) throw new Refusal(504, 'Say TYPE I: files go byte for byte')
  say(talk, 200, 'Files go byte for byte')
}

const only = (code: string, what: string): Verb['run'] =>
  async function parameter(talk, wish) {
    if (wish.toUpperCase() !== code) throw new Refusal(504, `Only ${code}: ${what}`)
    say(talk, 200, what)
  }

async function open(talk: Talk): Promise<number> {
  dropPassive(talk)
  const passive = await talk.needs.openPassive(talk.control.from)
  // The client disconnected meanwhile, so the port is closed here.
  if (!talk.control.isOpen()) passive.close()
  else talk.passive = passive
  return passive.port
}

async function pasv(talk: Talk): Promise<void> {
  if (talk.isOnlyExtended) throw new Refusal(503, 'You said EPSV ALL')
  const address = talk.needs.publicAddress ?? ipaddr.process(talk.control.at).toString()
  if (!ipaddr.IPv4.isValid(address)) throw new Refusal(425, 'PASV knows IPv4 only: say EPSV')
  const port = await open(talk)
  say(talk, 227, `Connect to (${address.replaceAll('.', ',')},${port >> 8},${port & 0xff})`)
}

async function epsv(talk: Talk, wish: string): Promise<void> {
  if (/^ALL$/i.test(wish)) {
    talk.isOnlyExtended = true
    return say(talk, 200, 'EPSV only from now on')
  }
  if (!/^[12]?$/.test(wish)) throw new Refusal(522, 'Network protocol not known: (1,2)')
  say(talk, 229, `Connect to (|||${await open(talk)}|)`)
}

/** Active mode is refused: the server would connect to any given address, which allows bounce attacks (RFC 2577). */
async function active(): Promise<void> {
  throw new Refusal(502, 'Active mode is off: say PASV or EPSV')
}

async function rest(talk: Talk, offset: string): Promise<void> {
  talk.restart = bytesOf(offset)
  say(talk, 350, `The next transfer begins at ${talk.restart}`)
}

async function allo(talk: Talk, size: string): Promise<void> {
  talk.announced = bytesOf(size.replace(/ R \d+$/i, ''))
  say(talk, 200, 'Noted')
}

/** Commands that set parameters of the next transfer. */
export const parameterVerbs: Readonly<Record<string, Verb>> = {
  TYPE: { run: type },
  MODE: { run: only('S', 'Files go as a stream') },
  STRU: { run: only('F', 'Files have no structure') },
  PASV: { run: pasv },
  EPSV: { run: epsv },
  PORT: { run: active },
  EPRT: { run: active },
  REST: { run: rest },
  ALLO: { run: allo },
}
