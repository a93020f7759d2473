import { MINUTE_MS } from '#contract/core/time.ts'
import type { ViewAs } from '#contract/view-as.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { ComponentsModule } from '#server/modules/components/index.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'

/** Lifetime of an address of previewed bytes; it is also checked at each use (our choice). */
export const TICKET_MS = 10 * MINUTE_MS

/** Owner of a ticket: a signed-in user, a visitor of a share link, or anyone (null). */
export type Subject = { person: string; session: string; viewAs?: ViewAs } | { share: string } | null
/**
 * `component`: the installed one that got the ticket; built-in viewers are never turned off. `pdf`: the converted
 * document to read instead of the content.
 */
type Item = {
  spaceId: string
  hash: string
  sha256: string
  component?: string
  pdf?: { sha256: string; size: number }
}
/** Throws a refusal when a share link does not, or no longer, lead to an item. */
export type ShareJudge = (share: string, item: Item) => Promise<void>

export type TicketNeeds = Pick<Deps, 'seal' | 'now'> & {
  session: Pick<SessionService, 'holding'>
  people: Pick<People, 'byId'>
  spaces: Pick<SpaceService, 'enter' | 'see'>
  files: Pick<FilesModule, 'contentOf'>
  components: Pick<ComponentsModule, 'rightsOf'>
}

const PURPOSE = 'preview'
const gone = (cause?: unknown) => new Failure('ticketGone', { cause })

/** The ticket owner of a caller. A program reads bytes with its token: it could not renew tickets. */
export function subjectOf(actor: SignedIn | null): Subject {
  if (!actor) return null
  const { id, sessionId, viewAs } = actor
  if (!sessionId) throw new Failure('sessionOnly')
  return { person: id, session: sessionId, ...(viewAs && { viewAs }) }
}

/**
 * Encrypted, short-lived permissions to read one content, for frames without a session. A ticket alone grants nothing:
 * at each use the rights of its subject and the state of its component are checked again, so that a ban, a revoked link
 * and a disabled component take effect at once.
 */
export function ticketService({ seal, now, session, people, spaces, files, components }: TicketNeeds) {
  let judgeShare: ShareJudge = async () => {
    throw gone()
  }

  /** Addresses of contents; each ends with the file's name, for people and programs to read. */
  function write(items: readonly (Item & { name: string })[], subject: Subject) {
    const until = now().getTime() + TICKET_MS
    const fileUrl = items.map(({ name, ...item }) => {
      const ticket = seal.close({ ...item, subject, until }, PURPOSE).toString('base64url')
      return `/api/preview/bytes/${ticket}/${encodeURIComponent(name)}`
    })
    return { fileUrl, expires: new Date(until).toISOString() }
  }

  function open(ticket: string): Item & { subject: Subject } {
    try {
      const { until, ...rest } = seal.open<Item & { subject: Subject; until: number }>(
        Buffer.from(ticket, 'base64url'),
        PURPOSE,
      )
      if (until >= now().getTime()) return rest
    } catch (cause) {
      throw gone(cause)
    }
    throw gone()
  }

  async function viewerOf(subject: Exclude<Subject, { share: string }>) {
    if (!subject) return null
    const [holding, person] = await Promise.all([session.holding([subject.session]), people.byId(subject.person)])
    if (!person || !holding.has(subject.session)) throw gone()
    return { id: person.id, role: person.role, ...(subject.viewAs && { viewAs: subject.viewAs }) }
  }

  async function judge({ subject, ...item }: ReturnType<typeof open>): Promise<void> {
    if (item.component && !(await components.rightsOf(item.component))) throw gone()
    if (subject && 'share' in subject) return judgeShare(subject.share, item)
    await spaces.enter(item.spaceId, await viewerOf(subject))
  }

  /** The content of a ticket; throws ticketGone for any invalid one. */
  async function read(ticket: string) {
    const opened = open(ticket)
    try {
      await judge(opened)
    } catch (error) {
      throw error instanceof Failure ? gone(error) : error
    }
    const content = await files.contentOf(opened.spaceId, opened.hash, { sha256: opened.sha256 })
    if (!content) throw gone()
    return opened.pdf ? { ...opened.pdf, mime: 'application/pdf' } : content
  }

  return {
    write,
    read,
    /** Set by the module of share links, which is built after this one. */
    judgeShares(judge: ShareJudge) {
      judgeShare = judge
    },
  }
}
export type TicketService = ReturnType<typeof ticketService>
