import type { ParsedOf } from '#contract/core/operation.ts'
import type { dataViews } from '#contract/data-views.ts'
import type { AnswerPage, JoinReport, QueryProblem, SourceShape } from '#contract/queries/answer.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { answering } from './answering.ts'
import type { Content, Resolution, Resolving } from './resolving.ts'
import type { dataViewService } from './service.ts'

type Needs = {
  spaces: Pick<SpaceService, 'enter'>
  service: Pick<ReturnType<typeof dataViewService>, 'found' | 'resolutionOf'>
  resolving: Resolving
  answers: ReturnType<typeof answering>
}

/** The first problem in both languages. */
function broken([problem]: readonly QueryProblem[]): Failure {
  const said = (language: 'zh' | 'en') =>
    problem ? textOf(language, `dataViews.problems.${problem.reason}`, { name: problem.name }) : ''
  return new Failure('dataViewBroken', { values: { reason: { zh: said('zh'), en: said('en') } } })
}
/** Throws dataViewBroken. */
function contentOf({ content, problems }: Resolution): Content {
  if (!content) throw broken(problems)
  return content
}

/** Rows of views, of definitions that are not saved, and of their sources. */
export function asking({ spaces, service, resolving, answers }: Needs) {
  async function rows(
    { spaceId, id, ...part }: ParsedOf<typeof dataViews.rows>,
    { actor }: ByActor,
  ): Promise<AnswerPage> {
    const row = await service.found({ spaceId, id }, actor)
    return answers.page(
      { spaceId: row.space_id, personId: actor.id },
      contentOf(await service.resolutionOf(row, actor)),
      part,
    )
  }

  async function answer(
    { spaceId, definition, ...part }: ParsedOf<typeof dataViews.answer>,
    { actor }: ByActor,
  ): Promise<AnswerPage> {
    const space = await spaces.enter(spaceId, actor)
    const resolution = await resolving.resolve(definition, { spaceId: space.id, reader: actor })
    return answers.page({ spaceId: space.id, personId: actor.id }, contentOf(resolution), part)
  }

  async function join(
    { spaceId, query, join: at }: ParsedOf<typeof dataViews.join>,
    { actor }: ByActor,
  ): Promise<JoinReport> {
    const space = await spaces.enter(spaceId, actor)
    const resolution = await resolving.resolve({ query }, { spaceId: space.id, reader: actor })
    return answers.join({ spaceId: space.id, personId: actor.id }, contentOf(resolution), at)
  }

  async function source(
    { spaceId, source: ref }: ParsedOf<typeof dataViews.source>,
    { actor }: ByActor,
  ): Promise<SourceShape> {
    const space = await spaces.enter(spaceId, actor)
    const [found] = await resolving.find(ref, { spaceId: space.id, reader: actor })
    if (!found || 'reason' in found) throw new Failure('querySourceGone')
    return { source: ref, name: found.name, columns: found.shape, rows: answers.count(found) }
  }

  return { rows, answer, join, source }
}
