import type { ParsedOf } from '#contract/core/operation.ts'
import type { dataViews } from '#contract/data-views.ts'
import type { AnswerPage, JoinReport, QueryProblem, SourceShape } from '#contract/queries/answer.ts'
import { idOf, type Query } from '#contract/queries/query.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { engineSentence } from '#server/query-engine/index.ts'
import type { answering } from './answering.ts'
import type { Content, Resolution } from './content.ts'
import type { Part } from './database-store.ts'
import type { FrozenSource, Reader } from './files.ts'
import type { Resolving } from './resolving.ts'
import type { dataViewService } from './service.ts'

type Needs = {
  spaces: Pick<SpaceService, 'enter'>
  service: Pick<ReturnType<typeof dataViewService>, 'found' | 'resolutionOf'>
  resolving: Resolving
  answers: ReturnType<typeof answering>
}

function sentenceOf(language: 'zh' | 'en', { reason, name, at }: QueryProblem): string {
  const sentence =
    reason === 'sqlInvalid'
      ? engineSentence(name)[language]
      : textOf(language, `dataViews.problems.${reason}`, { name })
  return at ? textOf(language, 'dataViews.sql.placed', { ...at, reason: sentence }) : sentence
}

/** The first problem in both languages. */
function broken([problem]: readonly QueryProblem[]): Failure {
  const said = (language: 'zh' | 'en') => (problem ? sentenceOf(language, problem) : '')
  return new Failure('dataViewBroken', { values: { reason: { zh: said('zh'), en: said('en') } } })
}
/** Throws dataViewBroken. */
export function contentOf<C extends Content>({ content, problems }: Resolution<C>): C {
  if (!content) throw broken(problems)
  return content
}

/** Rows of views, of definitions that are not saved, and of their sources. */
export function asking({ spaces, service, resolving, answers }: Needs) {
  /** A page with the states of the sources that the reader may see. */
  async function pageFor(
    reader: Pick<SignedIn, 'id' | 'role'>,
    spaceId: string,
    content: Content,
    { isBoard = false, ...part }: Part & { isBoard?: boolean },
  ): Promise<AnswerPage> {
    const page = await answers.page({ spaceId, personId: reader.id, isBoard }, content, part)
    const refs = page.sources.map(({ source }) => source)
    const names = await resolving.named(refs, { spaceId, reader })
    return { ...page, sources: page.sources.filter(({ source }) => names.has(idOf(source))) }
  }

  async function rows(
    { spaceId, id, ...part }: ParsedOf<typeof dataViews.rows>,
    { actor }: ByActor,
  ): Promise<AnswerPage> {
    const row = await service.found({ spaceId, id }, actor)
    const content = contentOf(await service.resolutionOf(row, actor))
    return pageFor(actor, row.space_id, content, part)
  }

  async function answer(
    { spaceId, definition, ...part }: ParsedOf<typeof dataViews.answer>,
    { actor }: ByActor,
  ): Promise<AnswerPage> {
    const space = await spaces.enter(spaceId, actor)
    const resolution = await resolving.resolve(definition, { spaceId: space.id, reader: actor })
    return pageFor(actor, space.id, contentOf(resolution), part)
  }

  /** A page of a query of a board, with the permissions of its reader, who may not be the caller. */
  async function answerAs(
    reader: Reader,
    spaceId: string,
    { query, count, isCounted }: { query: Query; count: number; isCounted: boolean },
  ): Promise<AnswerPage> {
    const resolution = await resolving.resolve({ query }, { spaceId, reader })
    const plain = { filter: [], sort: [], first: 0 }
    return pageFor(reader, spaceId, contentOf(resolution), { ...plain, count, isCounted, isBoard: true })
  }

  /** A page of a query over files that replace its sources; the caller has checked the permissions. */
  async function answerFrozen(
    reader: Reader,
    frozen: ReadonlyMap<string, FrozenSource>,
    { query, first = 0, count, isCounted }: { query: Query; first?: number; count: number; isCounted: boolean },
  ): Promise<AnswerPage> {
    const content = contentOf(await resolving.resolveFrozen(query, reader, frozen))
    const part = { filter: [], sort: [], first, count, isCounted }
    return answers.page({ spaceId: '', personId: reader.id }, content, part)
  }

  async function join(
    { spaceId, query, join: at }: ParsedOf<typeof dataViews.join>,
    { actor }: ByActor,
  ): Promise<JoinReport> {
    const space = await spaces.enter(spaceId, actor)
    const resolution = await resolving.resolveQuery(query, { spaceId: space.id, reader: actor })
    return answers.join({ spaceId: space.id, personId: actor.id }, contentOf(resolution), at)
  }

  async function source(
    { spaceId, source: ref }: ParsedOf<typeof dataViews.source>,
    { actor }: ByActor,
  ): Promise<SourceShape> {
    const space = await spaces.enter(spaceId, actor)
    const [found] = await resolving.find(ref, { spaceId: space.id, reader: actor })
    if (!found || 'reason' in found) throw new Failure('querySourceGone')
    const differences = found.kind === 'file' ? found.data.differences : []
    return { source: ref, name: found.name, columns: found.shape, rows: answers.count(found), differences }
  }

  return { rows, answer, answerAs, answerFrozen, join, source }
}
