import type { Socket } from 'node:net'
import { PROTOCOL_LOGIN_MS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { controlOf } from './control.ts'
import type { Heard } from './line.ts'
import { Refusal, replyOf } from './refusal.ts'
import { abort, dropPassive, type FtpNeeds, newTalk, say, sayLines, type Talk, type Verb } from './talk.ts'
import { entryVerbs, sessionStat } from './verbs-entry.ts'
import { fileVerbs } from './verbs-files.ts'
import { folderVerbs } from './verbs-folders.ts'
import { parameterVerbs } from './verbs-parameters.ts'

/** Maximum number of queued FTP commands; beyond it the connection is not read (our choice). */
const FTP_COMMANDS_WAITING = 50

async function help(talk: Talk): Promise<void> {
  sayLines(talk, 214, ['Commands:', Object.keys(verbs).sort().join(' ')], 'docs/protocols.md tells more')
}

const verbs: Readonly<Record<string, Verb>> = {
  ...entryVerbs,
  ...parameterVerbs,
  ...folderVerbs,
  ...fileVerbs,
  HELP: { isForAll: true, run: help },
}

const unread = { tooLong: 'The line is too long', notUtf8: 'Names are UTF-8 here', noCommand: 'That is no command' }

/** Runs one session from the greeting to its end; commands are executed one by one, in order. */
export function converse(socket: Socket, needs: FtpNeeds, ended: () => void) {
  const waiting: Heard[] = []
  let isBusy = false
  const control = controlOf(socket, { heard, idle, closed })
  const talk = newTalk(needs, control)
  const late = setTimeout(() => {
    if (!talk.login) leave('You took too long to log in')
  }, PROTOCOL_LOGIN_MS).unref()

  function leave(why: string): void {
    say(talk, 421, why)
    control.end()
  }

  function closed(): void {
    clearTimeout(late)
    abort(talk)
    dropPassive(talk)
    talk.releasePlace()
    ended()
  }

  function idle(): void {
    if (!talk.transfer && !isBusy) leave('Nothing was said for too long')
  }

  function heard(lines: readonly Heard[]): void {
    for (const line of lines) if (!isAnsweredAtOnce(line)) waiting.push(line)
    if (waiting.length >= FTP_COMMANDS_WAITING) control.pause()
    if (!isBusy) void work()
  }

  /**
   * Commands that are answered during a transfer (RFC 959, 4.1.3). ABOR aborts the transfer and is answered in its
   * turn, and so is every command of a client that does not read the replies.
   */
  function isAnsweredAtOnce(line: Heard): boolean {
    if (typeof line === 'string' || !talk.transfer) return false
    if (line.verb === 'ABOR') abort(talk)
    if (line.verb !== 'STAT' || line.argument || !control.isTaken()) return false
    void sessionStat(talk)
    return true
  }

  async function work(): Promise<void> {
    isBusy = true
    for (let next = waiting.shift(); next && control.isOpen() && !control.isEnding(); next = waiting.shift()) {
      await answer(next)
      await control.taken()
      if (!waiting.length) control.resume()
    }
    isBusy = false
  }

  async function answer(what: Heard): Promise<void> {
    if (what === 'tooLong') return leave(unread.tooLong)
    if (typeof what === 'string') return say(talk, 501, unread[what])
    try {
      await follow(what.verb, what.argument)
    } catch (error) {
      const { code, text, isOurs } = replyOf(error)
      if (isOurs) needs.log.error({ err: error, protocol: 'ftp', verb: what.verb }, 'command failed')
      say(talk, code, text)
    }
  }

  async function follow(verb: string, argument: string): Promise<void> {
    const known = verbs[verb]
    if (!known) throw new Refusal(502, 'There is no such command here')
    // Plain-text bytes after AUTH would be treated as if they had been sent under TLS (command injection).
    if (verb === 'AUTH' && (waiting.length || control.hasMore())) return leave('Wait for the answer to AUTH')
    if (!known.isForAll && !talk.login) throw new Refusal(530, 'Log in first, with USER and PASS')
    if (talk.login && !(await isStillAdmitted())) return
    await known.run(talk, argument)
  }

  /** Whether the password still admits to this protocol; otherwise the session ends. */
  async function isStillAdmitted(): Promise<boolean> {
    if (!talk.login) return false
    try {
      talk.login = await talk.login.hold()
      return true
    } catch (error) {
      if (!(error instanceof Failure || error instanceof Refusal)) throw error
      leave(replyOf(error).text)
      return false
    }
  }

  say(talk, 220, 'DataSpace: files of your spaces')
  return {
    /** Ends the session: immediately when it is idle, otherwise after its transfer. */
    stop(): void {
      if (!isBusy) return leave('The server stops')
      waiting.length = 0
      waiting.push({ verb: 'QUIT', argument: '' })
    },
    cut: control.cut,
  }
}
