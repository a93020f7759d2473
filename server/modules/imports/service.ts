import type { FastifyInstance } from 'fastify'
import { IMPORT_SPACES_MAX, OUTSIDE_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { DIRECTORY } from '#contract/files.ts'
import type { imports as calls } from '#contract/imports.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn, SignedInCall } from '#server/http/context.ts'
import type { Outside } from '#server/http/outside.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import { demandMake, type FilesModule, itemsOf } from '#server/modules/files/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { Db } from '#server/storage/database.ts'
import { type ImportKind, rightOf } from './arriving.ts'
import { type DriveOptions, openDrive } from './drives/index.ts'
import { asksHere, asksOutside, type LinkOptions, linkOf, linkVisitor } from './link.ts'
import { nameOf } from './names.ts'
import type { Sealer } from './sealer.ts'
import type { SpaceOptions } from './space.ts'

type Needs = {
  app: FastifyInstance
  db: Db
  spaces: SpaceService
  files: FilesModule
  tasks: TasksModule
  outside: Outside
  isOutsideOpen: () => boolean
  isOurs: (origin: string) => boolean
  now: () => Date
  sealer: Sealer
}
/** Origin of a call: the IP address on whose behalf links are read, and the host name used for this site. */
type Caller = { ip: string; host: string }
/** Maximum requests to other sites that one person may make per minute. */
const LOOKS_A_MINUTE = 60

type Place = { spaceId: string; hash?: string | undefined }

export function importService(needs: Needs) {
  const { app, db, spaces, files, tasks, outside, isOutsideOpen, isOurs, now, sealer } = needs
  const looks = rateLimitOf(LOOKS_A_MINUTE, now)

  /** The target folder. Throws unless the caller may create files there by this kind of import. */
  async function into({ spaceId, hash }: Place, actor: SignedIn, kind: ImportKind) {
    const space = await spaces.enter(spaceId, actor)
    demandMake(actor, space.policyContext)
    await spaces.demand(spaceId, actor, rightOf[kind])
    const folderId = hash ?? space.rootId
    await files.demandFolder(space, folderId)
    return { spaceId, folderId, actor }
  }
  function demandOutside(): void {
    if (!isOutsideOpen()) throw new Failure('outsideRefused')
  }
  /**
   * A link with the host name of the request is read from this installation; with a forged host name it finds nothing.
   */
  function linkFor(linkUrl: string, { host }: Caller) {
    const { origin, linkId } = linkOf(linkUrl)
    const isHere = isOurs(origin) || new URL(origin).host === host
    if (!isHere) demandOutside()
    return { origin, linkId, isHere }
  }

  async function list({ spaceId, q }: ParsedOf<typeof calls.spaces>, { actor }: ByActor) {
    const space = await spaces.see(spaceId, actor)
    const mine = await spaces.belonging(actor, IMPORT_SPACES_MAX, q)
    const mayBring = mine.filter((row) => row.id !== space.id && can(actor, 'file.download', ownIn(row, actor)))
    return mayBring.map(({ id, name, type }) => ({ id, name, type }))
  }
  const ownIn = (row: Parameters<typeof policyContextOf>[0], { id }: SignedIn) => ({
    space: policyContextOf(row),
    authorId: id,
  })

  async function fromSpace(input: ParsedOf<typeof calls.fromSpace>, { actor }: ByActor) {
    const { sourceSpaceId, hashList, conflict } = input
    const place = await into(input, actor, 'importSpace')
    const source = await spaces.enter(sourceSpaceId, actor)
    const nodes = await itemsOf(db, source.id, hashList)
    const options: SpaceOptions = { sourceSpaceId: source.id, hashes: nodes.map(({ id }) => id), conflict }
    return tasks.begin(null, { kind: 'importSpace', ...place, title: source.name, options })
  }

  async function lookAtLink(
    input: ParsedOf<typeof calls.lookAtLink>,
    { actor, request: caller }: Pick<SignedInCall, 'actor' | 'request'>,
  ) {
    looks.take(actor.id)
    const { origin, linkId, isHere } = linkFor(input.linkUrl, caller)
    const signal = AbortSignal.timeout(OUTSIDE_MS)
    const visitor = linkVisitor(isHere ? asksHere(app, caller.ip) : asksOutside(outside, origin, signal), linkId)
    const { needsPassword, isBox, mayDownload, kind, title, maker, endTime } = await visitor.enter(input.password)
    if (needsPassword) throw new Failure('sharePasswordNeeded')
    if (isBox || !mayDownload) throw new Failure('shareForbidden')
    const page = await visitor.list(input.hash, input.after)
    const list = page.list.map(({ hash, name, mime, size, updateTime }) => ({
      id: hash,
      name,
      isFolder: mime === DIRECTORY,
      size: size ?? 0,
      updateTime,
    }))
    return { list, ...(page.next && { next: page.next }), kind, title, maker, endTime }
  }

  async function fromLink(
    input: ParsedOf<typeof calls.fromLink>,
    { actor, request: caller }: Pick<SignedInCall, 'actor' | 'request'>,
  ) {
    const { linkUrl, password, way, from, hashList, conflict } = input
    const place = await into(input, actor, 'importShare')
    const { origin, isHere } = linkFor(linkUrl, caller)
    if (way === 'part' && !hashList) throw new Failure('invalid')
    const options: LinkOptions & { conflict: typeof conflict } = {
      link: sealer.close(linkUrl),
      way,
      conflict,
      ip: caller.ip,
      isHere,
      ...(from && { from }),
      ...(hashList && { hashList }),
    }
    const title = new URL(origin).host
    return tasks.begin(null, { kind: 'importShare', ...place, title, options, secret: password })
  }

  async function lookAtDrive({ drive, path, after }: ParsedOf<typeof calls.lookAtDrive>, { actor }: ByActor) {
    looks.take(actor.id)
    demandOutside()
    return openDrive(drive, outside).look(path, after, AbortSignal.timeout(OUTSIDE_MS))
  }

  async function fromDrive(input: ParsedOf<typeof calls.fromDrive>, { actor }: ByActor) {
    const { drive, paths, conflict } = input
    const kind = drive.kind === 's3' ? ('importS3' as const) : ('importDrive' as const)
    const place = await into(input, actor, kind)
    demandOutside()
    const { secret, ...known } = drive
    const options: DriveOptions & { conflict: typeof conflict } = { paths, conflict, drive: sealer.close(known) }
    return tasks.begin(null, {
      kind,
      ...place,
      title: new URL(drive.server).host,
      options,
      secret: secret || undefined,
    })
  }

  async function fromUrl(input: ParsedOf<typeof calls.fromUrl>, { actor }: ByActor) {
    const { urls, conflict } = input
    const place = await into(input, actor, 'importUrl')
    demandOutside()
    const title = nameOf(new URL(urls[0] ?? ''))
    return tasks.begin(null, { kind: 'importUrl', ...place, title, options: { urls: sealer.close(urls), conflict } })
  }

  return { list, fromSpace, lookAtLink, fromLink, lookAtDrive, fromDrive, fromUrl }
}
