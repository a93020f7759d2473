import { OUTSIDE_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DIRECTORY } from '#contract/files.ts'
import type { imports as calls } from '#contract/imports.ts'
import { Failure } from '#server/failure.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { demandOutside, type ImportNeeds, into, type Looks } from './importing.ts'
import { asksHere, asksOutside, type LinkOptions, linkOf, linkVisitor } from './link.ts'

/** Origin of a call: the IP address on whose behalf links are read, and the host name used for this site. */
type Caller = { ip: string; host: string }

/** Imports from a share link of this installation or another one. */
export function linkImports(needs: ImportNeeds, looks: Looks) {
  const { app, tasks, outside, isOurs, sealer } = needs

  /**
   * A link with the host name of the request is read from this installation; with a forged host name it finds nothing.
   */
  function linkFor(linkUrl: string, { host }: Caller) {
    const { origin, linkId } = linkOf(linkUrl)
    const isHere = isOurs(origin) || new URL(origin).host === host
    if (!isHere) demandOutside(needs)
    return { origin, linkId, isHere }
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
    const place = await into(needs, input, actor, 'importShare')
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

  return { lookAtLink, fromLink }
}
