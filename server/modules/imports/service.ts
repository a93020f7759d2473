import { IMPORT_SPACES_MAX, OUTSIDE_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { imports as calls } from '#contract/imports.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import { itemsOf } from '#server/modules/files/index.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import { type DriveOptions, openDrive } from './drives/index.ts'
import { linkImports } from './from-link.ts'
import { demandOutside, type ImportNeeds, into } from './importing.ts'
import { nameOf } from './names.ts'
import { lookAtPublished, publishedAddress, publishedPlace } from './published/index.ts'
import type { SpaceOptions } from './space.ts'

/** Maximum requests to other sites that one person may make per minute. */
const LOOKS_A_MINUTE = 60

export function importService(needs: ImportNeeds) {
  const { db, spaces, tasks, outside, now, sealer } = needs
  const looks = rateLimitOf(LOOKS_A_MINUTE, now)

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
    const place = await into(needs, input, actor, 'importSpace')
    const source = await spaces.enter(sourceSpaceId, actor)
    const nodes = await itemsOf(db, source.id, hashList)
    const options: SpaceOptions = { sourceSpaceId: source.id, hashes: nodes.map(({ id }) => id), conflict }
    return tasks.begin(null, { kind: 'importSpace', ...place, title: source.name, options })
  }

  async function lookAtDrive({ drive, path, after }: ParsedOf<typeof calls.lookAtDrive>, { actor }: ByActor) {
    looks.take(actor.id)
    demandOutside(needs)
    return openDrive(drive, outside).look(path, after, AbortSignal.timeout(OUTSIDE_MS))
  }

  async function fromDrive(input: ParsedOf<typeof calls.fromDrive>, { actor }: ByActor) {
    const { drive, paths, conflict } = input
    const kind = drive.kind === 's3' ? ('importS3' as const) : ('importDrive' as const)
    const place = await into(needs, input, actor, kind)
    demandOutside(needs)
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

  async function look({ address }: ParsedOf<typeof calls.lookAtPublished>, { actor }: ByActor) {
    const url = publishedAddress(address)
    looks.take(actor.id)
    demandOutside(needs)
    const signal = AbortSignal.timeout(OUTSIDE_MS)
    return lookAtPublished(outside, await publishedPlace(outside, url, signal), signal)
  }

  async function fromPublished(input: ParsedOf<typeof calls.fromPublished>, { actor }: ByActor) {
    const { address, conflict } = input
    const place = await into(needs, input, actor, 'importPublished')
    const url = publishedAddress(address)
    looks.take(actor.id)
    demandOutside(needs)
    const found = await publishedPlace(outside, url, AbortSignal.timeout(OUTSIDE_MS))
    const options = { place: sealer.close(found), conflict }
    return tasks.begin(null, { kind: 'importPublished', ...place, title: new URL(found.url).host, options })
  }

  async function fromUrl(input: ParsedOf<typeof calls.fromUrl>, { actor }: ByActor) {
    const { urls, conflict } = input
    const place = await into(needs, input, actor, 'importUrl')
    demandOutside(needs)
    const title = nameOf(new URL(urls[0] ?? ''))
    return tasks.begin(null, { kind: 'importUrl', ...place, title, options: { urls: sealer.close(urls), conflict } })
  }

  return {
    list,
    fromSpace,
    ...linkImports(needs, looks),
    lookAtDrive,
    fromDrive,
    lookAtPublished: look,
    fromPublished,
    fromUrl,
  }
}
