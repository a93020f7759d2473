import { type ClientSession, type Protocols, type VirtualRoot, virtualRootOf } from '#server/modules/protocols/index.ts'

/** The files that a session reaches. */
export type FtpRoot = Omit<VirtualRoot, 'room' | 'readUnfinished'>
/** Who logged in: a person, or the sender of one submission. */
export type Login = {
  /** Its sessions are counted together. */
  id: string
  name: string
  /** As STAT tells it. */
  account: string
  root: FtpRoot
  /** The same login while it may stay; throws Failure when it may not. */
  hold: () => Promise<Login>
}
/** Accounts of submissions of other installations, each for the files of one dataset. */
export type Submissions = {
  /** Whether an account may log in without TLS. */
  mayBePlain: (user: string) => Promise<boolean>
  /** Null for a user name that is no account of a submission. Throws Failure. */
  admit: (user: string, password: string) => Promise<Login | null>
}

/** A person who logged in with an app password. */
export const personLogin = (
  protocols: Pick<Protocols, 'hold' | 'spaces' | 'tree' | 'count'>,
  clientSession: ClientSession,
): Login => ({
  id: clientSession.actor.id,
  name: clientSession.actor.name,
  account: clientSession.actor.email,
  root: virtualRootOf(protocols, clientSession),
  hold: async () => personLogin(protocols, await protocols.hold(clientSession)),
})
