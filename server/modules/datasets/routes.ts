import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { FOLDER_ROWS } from '#contract/core/limits.ts'
import { Id } from '#contract/core/shapes.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { DatasetAccess } from '#server/modules/dataset-access/index.ts'
import { disposition, type FilesModule, inlineTypeOf, SANDBOX, sendBytes } from '#server/modules/files/index.ts'
import { manifestOf } from './bag.ts'
import { isOnRequest, isOpen } from './described.ts'
import { type Format, formatsOf } from './formats/index.ts'
import { roCrate } from './formats/ro-crate.ts'
import { LINKSET_TYPE, linkset, partLinks } from './formats/signposting.ts'
import { negotiate } from './negotiate.ts'
import type { DatasetService, Found } from './service.ts'
import type { UsageCounter } from './usage.ts'
import { archiveOf } from './zip.ts'

type Needs = Pick<Deps, 'blobs' | 'config'> & {
  service: DatasetService
  files: Pick<FilesModule, 'sendEntries'>
  access: DatasetAccess
  usage: UsageCounter
}

const Place = z.object({ id: Id, number: z.string().check(z.regex(/^[1-9]\d{0,5}$/)) })
const PAGE = '/dataset/:id/:number'

/** Pages of other sites may read this: the response doesn't depend on who asks. */
export const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Link, Content-Length, Content-Range, ETag, Accept-Ranges, Content-Disposition',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Serves versions of datasets to programs: formats, files, archives. The pages themselves are drawn elsewhere. */
export function datasetRoutes(app: FastifyInstance, { service, blobs, config, files, access, usage }: Needs): void {
  async function found({ params }: FastifyRequest): Promise<Found> {
    const place = Place.safeParse(params)
    const dataset = place.success ? await service.find(place.data.id, Number(place.data.number)) : null
    if (!dataset) throw new Failure('notFound')
    return dataset
  }
  /** A version with the files that the caller may access now: open ones for everyone, restricted ones with a grant. */
  async function opened(request: FastifyRequest, reply: FastifyReply): Promise<Found> {
    const dataset = await found(request)
    const { version, spaceId } = dataset
    const seesAll =
      isOnRequest(dataset) && (await access.mayRead({ datasetId: version.datasetId, spaceId }, readerOf(request)))
    if (!seesAll && !isOpen(dataset)) throw new Failure('forbidden')
    if (seesAll) reply.header('cache-control', 'private, no-store')
    else reply.headers(OPEN_TO_ALL).header('cache-control', 'no-cache')
    if (isOnRequest(dataset)) reply.header('vary', 'cookie, authorization')
    return { ...dataset, seesAll }
  }

  function sendFormat(reply: FastifyReply, dataset: Found, format: Format): FastifyReply {
    const pages = () => service.pages(dataset)
    const body = format.write?.(dataset) ?? Readable.from(roCrate(dataset, 'detached', pages))
    return reply.type(typeOf(format)).send(body)
  }

  app.get('/dataset/:id', async (request, reply) => {
    const id = Id.safeParse((request.params as { id: string }).id)
    const page = id.success ? await service.newestPage(id.data) : null
    if (!page) return reply.callNotFound()
    return reply.headers(OPEN_TO_ALL).header('cache-control', 'no-store').redirect(page, 302)
  })

  app.get(PAGE, async (request, reply) => {
    reply.headers(OPEN_TO_ALL).header('vary', 'accept')
    const format = negotiate(request.headers.accept)
    if (!format) return reply.callNotFound()
    const dataset = await found(request)
    if (format.fits && !format.fits(dataset)) return reply.callNotFound()
    reply.header('link', partLinks(dataset, 'describes')).header('cache-control', 'no-store')
    return sendFormat(reply, dataset, format)
  })

  app.get(`${PAGE}/export/:key`, async (request, reply) => {
    const dataset = await found(request)
    const { key } = request.params as { key: string }
    const format = formatsOf(dataset).find((one) => one.key === key)
    if (!format) throw new Failure('notFound')
    reply.headers(OPEN_TO_ALL).header('link', partLinks(dataset, 'describes')).header('cache-control', 'no-store')
    return sendFormat(reply.header('content-disposition', disposition('inline', format.file)), dataset, format)
  })

  app.get(`${PAGE}/linkset`, async (request, reply) => {
    const dataset = await found(request)
    reply.headers(OPEN_TO_ALL).type(LINKSET_TYPE).header('cache-control', 'no-store')
    return reply.send(Readable.from(linkset(dataset, formatsOf(dataset), () => service.pages(dataset))))
  })

  app.get(`${PAGE}/files/*`, { compress: false }, async (request, reply) => {
    const dataset = await opened(request, reply)
    const file = await service.file(dataset, (request.params as { '*': string })['*'])
    if (!file) throw new Failure('notFound')
    const name = file.path.split('/').at(-1) ?? ''
    const shown = Preview.safeParse(request.query).success ? inlineTypeOf(file.mime) : null
    reply.headers({
      link: partLinks(dataset, 'collection'),
      'content-type': shown ?? file.mime,
      'content-disposition': disposition(shown ? 'inline' : 'attachment', name),
      'content-security-policy': SANDBOX,
      'last-modified': new Date(dataset.version.publishedAt).toUTCString(),
    })
    const { sha256, size } = file
    // Parts of a file are one download, counted with its beginning; a picture shown on a page is part of the page.
    const onBytes = (start: number | null) => {
      if (!start && !shown?.startsWith('image/')) usage.download(dataset.version.id, file.path, request)
    }
    return sendBytes(request, reply, { sha256, size, accelPrefix: config.accelPrefix, blobs, onBytes })
  })

  app.get(`${PAGE}/manifest-sha256.txt`, async (request, reply) => {
    const dataset = await opened(request, reply)
    reply.header('content-disposition', disposition('inline', `dataset-v${dataset.version.number}-sha256.txt`))
    return reply.type('text/plain; charset=utf-8').send(Readable.from(manifestOf(service.pages(dataset))))
  })

  app.route({
    method: ['GET', 'POST'],
    url: `${PAGE}/zip`,
    compress: false,
    bodyLimit: SELECTION_BYTES,
    handler: async (request, reply) => {
      const dataset = await opened(request, reply)
      const selection = Selection.safeParse((request.method === 'POST' ? request.body : request.query) ?? {})
      if (!selection.success) throw new Failure('invalid')
      const { path, format } = selection.data
      const archive = archiveOf({
        dataset,
        service,
        blobs,
        paths: path === undefined ? [] : [path].flat(),
        isBag: format === 'bagit',
      })
      const count = () => usage.download(dataset.version.id, JSON.stringify(path ?? ''), request)
      return files.sendEntries({ actor: null, request, reply }, archive, count)
    },
  })
}

/** Asks for a file as something to look at, where its type can be shown without running anything. */
const Preview = z.object({ preview: z.literal('') })
const PATH_MAX = 4096
const Path = z.string().check(z.maxLength(PATH_MAX))
/** All rows of a page of a folder as a form writes them: three characters for each byte. */
const SELECTION_BYTES = FOLDER_ROWS * PATH_MAX * 3
/** The files and folders of an archive; a folder's path ends with `/`. */
const Selection = z.object({
  path: z.optional(z.union([Path, z.array(Path)])),
  format: z._default(z.enum(['crate', 'bagit']), 'crate'),
})

/** A user who must set up two-step verification first counts as not signed in. */
export const readerOf = ({ actor }: FastifyRequest) => (actor?.mustSetUp ? null : actor)

const typeOf = ({ type }: Format): string => (/^text\/|yaml$|bibtex$/.test(type) ? `${type}; charset=utf-8` : type)
