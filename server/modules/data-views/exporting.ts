import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { dataViews } from '#contract/data-views.ts'
import type { Conflict } from '#contract/files.ts'
import { Look } from '#contract/queries/query.ts'
import type { ExportFormat } from '#contract/table-files.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { demandMake, type FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { downloads, namedCells, type Questions, writeInTask } from '#server/modules/tables/index.ts'
import type { ArrivalNeeds, Running, TasksModule, Work } from '#server/modules/tasks/index.ts'
import { askedBy } from '#server/storage/asking.ts'
import { fileNameOf, forms } from '#server/table-files/write/forms.ts'
import { isTimeless } from './answer-cache.ts'
import type { answering } from './answering.ts'
import { contentOf } from './asking.ts'
import { isComputed } from './content.ts'
import type { AllRows } from './database-store.ts'
import type { dataViewService } from './service.ts'

/** Downloads of this node at a time: each holds a connection or a process of the engine (our choice). */
const EXPORTS_AT_ONCE = 2

type Needs = ArrivalNeeds & {
  spaces: Pick<SpaceService, 'enter'>
  files: ArrivalNeeds['files'] & Pick<FilesModule, 'demandFolder'>
  service: Pick<ReturnType<typeof dataViewService>, 'found' | 'resolutionOf' | 'exported'>
  answers: Pick<ReturnType<typeof answering>, 'all'>
  questions: Pick<Questions, 'names'>
  tasks: Pick<TasksModule, 'begin'>
}
type Export = { spaceId: string; id: string; format: ExportFormat; look: Look }
/** The options of a task. */
type Options = Export & { name: string; conflict: Conflict }

function lookOf(text: string | undefined): Look {
  try {
    const parsed = Look.safeParse(text ? JSON.parse(text) : {})
    if (parsed.success) return parsed.data
  } catch {
    // No JSON is as wrong as JSON of something else.
  }
  throw new Failure('invalid')
}

async function* followed<T>(first: IteratorResult<T, unknown>, others: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value
    yield* others
  } finally {
    await others.return(undefined)
  }
}

/** Exports data views as files, with the current permissions of the caller. */
export function viewExports(needs: Needs) {
  const { spaces, files, service, answers, questions, tasks } = needs
  const send = downloads(EXPORTS_AT_ONCE)

  /** Checks that the caller may see a view and its sources. Throws dataViewGone, dataViewBroken. */
  async function opened(one: Pick<Export, 'spaceId' | 'id'>, actor: SignedIn) {
    const row = await service.found(one, actor)
    return { row, content: contentOf(await service.resolutionOf(row, actor)) }
  }

  /** The bytes of a view; there are some once the first rows were read. They end with `signal`. */
  async function written({ format, look, ...one }: Export, actor: SignedIn, signal: AbortSignal) {
    const { row, content } = await opened(one, actor)
    const { columns } = content
    const begun = Promise.withResolvers<void>()
    const bytes = new PassThrough()
    const isTyped = format === 'parquet'
    async function write(rows: AllRows): Promise<void> {
      const sizes = isTyped && isTimeless(content) ? await rows.sizes() : columns.map(() => 'double' as const)
      const heads = columns.map(({ key, name, type }, at) => ({
        name,
        type,
        size: sizes[at],
        isComputed: isComputed(content, key),
      }))
      const pieces = rows.pieces()
      const first = await pieces.next()
      begun.resolve()
      const named = namedCells(questions, row.space_id, columns, followed(first, pieces))
      await pipeline(Readable.from(forms[format].write(row.name, heads, named)), bytes, { signal })
    }
    const work = askedBy(signal, () => answers.all(content, look, actor.id, write))
    // The reader of the stream gets the error; before it reads, the race below does.
    bytes.on('error', () => undefined)
    work.catch((error: unknown) => bytes.destroy(error as Error))
    await Promise.race([begun.promise, work])
    await service.exported(row, actor)
    return { name: row.name, pieces: bytes }
  }

  async function sent(
    { look, ...wish }: ParsedOf<typeof dataViews.export>,
    { actor, reply }: ByActor & { reply: FastifyReply },
  ): Promise<FastifyReply> {
    const asked = lookOf(look)
    const left = new AbortController()
    reply.raw.once('close', () => left.abort(new Failure('callCancelled')))
    return send(reply, wish.format, () => written({ ...wish, look: asked }, actor, left.signal))
  }

  async function begin(wish: ParsedOf<typeof dataViews.exportInto>, { actor }: ByActor): Promise<Task> {
    const { spaceId, id, toSpaceId, folder, format, conflict } = wish
    const { row } = await opened({ spaceId, id }, actor)
    const target = await spaces.enter(toSpaceId, actor)
    demandMake(actor, target.policyContext)
    await files.demandFolder(target, folder)
    const name = fileNameOf(wish.name, format)
    const options: Options = { spaceId: row.space_id, id, format, look: Look.parse(wish.look ?? {}), conflict, name }
    const task = { kind: 'dataViewExport', spaceId: target.id, folderId: folder, actor, title: name, options } as const
    return tasks.begin(null, task)
  }

  async function run(task: Running): Promise<Record<string, unknown>> {
    const { name, conflict, ...wish } = task.options as unknown as Options
    return writeInTask(needs, task, { name, conflict }, async () => {
      const { pieces } = await written(wish, await task.actor(), task.signal)
      return pieces
    })
  }

  return { sent, begin, work: { kind: 'dataViewExport', run } satisfies Work }
}
