import { Id } from '#contract/core/shapes.ts'
import { type FtpRoot, type Login, Refusal, type Submissions } from '#server/modules/ftp/index.ts'
import type { Seen } from '#server/modules/protocols/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Arriving, NotTaken, pathOf } from './arriving.ts'
import type { IncomingRow, IncomingStore, Looked } from './incoming-store.ts'

/** Entries of a folder that are read at once. */
const PAGE = 1000
/** Folders without a file that a session remembers. */
const FOLDERS_MAX = 10_000
/** Replies by the status of `NotTaken`; others are 550. */
const replies: Readonly<Record<number, number>> = { 400: 553, 401: 530, 403: 530, 413: 552, 416: 554 }

type Needs = { arriving: Arriving; incoming: IncomingStore; settings: Pick<SettingService, 'features'> }

/** Converts refusals of a submission to FTP replies. */
async function orReply<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    throw new Refusal(replies[error.status] ?? 550, error.message, error)
  }
}
const onlyBrought = async (): Promise<never> => {
  throw new Refusal(550, 'Files are only brought here')
}

/** The files of one submission, from its root on: brought, seen, and nothing else. */
function submissionRoot({ arriving, incoming }: Needs, row: IncomingRow, made: Set<string>): FtpRoot {
  const seenOf = ({ name, isFolder, size, sha256 }: Looked): Seen => ({
    hash: row.id,
    name: name.split('/').at(-1) ?? '',
    isFolder,
    size,
    modifiedAt: row.created_at,
    items: isFolder ? 1 : 0,
    sha256: sha256 || null,
  })
  const folder = (name: string) => seenOf({ name, isFolder: true, size: 0, sha256: '' })

  async function* list(steps: readonly string[]): AsyncGenerator<Seen[]> {
    const above = steps.join('/')
    for (let after = ''; ; ) {
      const page = await incoming.below(row, above, after, PAGE)
      yield page.map(seenOf)
      if (page.length < PAGE) return
      after = page.at(-1)?.name ?? ''
    }
  }

  return {
    async stat(steps) {
      if (!steps.length) return folder('')
      const path = await orReply((async () => pathOf(steps.join('/')))())
      const found = await incoming.look(row, path)
      return found ? seenOf(found) : made.has(path) ? folder(path) : null
    },
    list,
    read: onlyBrought,
    async write(steps, source, { offset }) {
      await orReply((async () => arriving.takeWhole(row, pathOf(steps.join('/')), source, offset))())
    },
    async makeFolder(steps) {
      const path = await orReply((async () => pathOf(steps.join('/')))())
      if (made.size >= FOLDERS_MAX) throw new Refusal(552, 'There are too many folders without a file')
      const found = await incoming.look(row, path)
      if (found || made.has(path)) throw new Refusal(550, 'It is there already')
      for (const [at] of steps.entries()) made.add(steps.slice(0, at + 1).join('/'))
    },
    /** Of what broke off only: a whole file stays. */
    async remove(steps) {
      const path = await orReply((async () => pathOf(steps.join('/')))())
      if (!(await arriving.giveUp(row, path))) await onlyBrought()
    },
    move: onlyBrought,
    setModified: async () => {},
  }
}

/**
 * FTP for senders that support nothing else: the account of a submission gives access to its files, until the
 * submission is complete or cancelled, or its sender is revoked.
 */
export function submissionLogins(needs: Needs): Submissions {
  const { arriving, incoming, settings } = needs

  /** The submission, if files of it may be sent by FTP. Throws Refusal. */
  async function open(id: string, isSecret: (id: string) => ReturnType<Arriving['sendable']>): Promise<IncomingRow> {
    if (!(await settings.features()).senders) throw new Refusal(530, 'No datasets are taken here')
    const { row, sender } = await orReply(isSecret(id))
    if (sender.ftp === 'off') throw new Refusal(530, 'Its files come by HTTPS')
    if (row.state !== 'receiving') throw new Refusal(530, 'Nothing more is taken')
    return row
  }

  function loginOf(row: IncomingRow, made: Set<string>): Login {
    return {
      id: row.id,
      name: row.organisation || row.id,
      account: row.id,
      root: submissionRoot(needs, row, made),
      hold: async () => loginOf(await open(row.id, arriving.sendable), made),
    }
  }

  return {
    async mayBePlain(user) {
      return Id.safeParse(user).success && (await incoming.isPlain(user))
    },
    async admit(user, password) {
      if (!Id.safeParse(user).success) return null
      return loginOf(await open(user, (id) => arriving.admitted(id, password)), new Set())
    },
  }
}
