import * as z from 'zod/mini'
import { ChartAnswer } from './charts/answer.ts'
import { operation } from './core/operation.ts'
import { Count, Id } from './core/shapes.ts'
import { askedCard, askedFilter, OfferedValues, ReadBoard } from './reports/reading.ts'

/** A board of a version of a dataset: its content, and the addresses of the files of its pictures and regions. */
export const DatasetBoard = z.extend(ReadBoard, { paths: z.record(Id, z.string()) })
export type DatasetBoard = z.infer<typeof DatasetBoard>

const VERSION_NUMBER_MAX = 999_999
const one = {
  id: Id,
  number: z.pipe(z.coerce.number(), Count.check(z.gte(1), z.lte(VERSION_NUMBER_MAX))),
  board: Id,
}
export const boardErrors = ['reportGone', 'tooManyRequests'] as const
/** What a question of a board may be refused with. */
export const questionErrors = [
  'queryInvalid',
  'queryTooLong',
  'queryTooLarge',
  'queryFailed',
  'busy',
  'dataViewBroken',
] as const

/** Boards of published datasets over the published data, for readers who may access all data that they use. */
export const datasetBoards = {
  board: operation({
    method: 'GET',
    path: '/datasets/:id/versions/:number/boards/:board',
    gate: 'public',
    input: z.object(one),
    data: DatasetBoard,
    errors: boardErrors,
  }),
  /** What the chart of a card of it shows. */
  card: operation({
    method: 'GET',
    path: '/datasets/:id/versions/:number/boards/:board/cards/:card',
    gate: 'public',
    input: z.object({ ...one, ...askedCard }),
    data: ChartAnswer,
    errors: [...boardErrors, ...questionErrors, 'cardGone', 'chartTooWide'],
  }),
  /** Values that one of its filters can be set to. */
  offered: operation({
    method: 'GET',
    path: '/datasets/:id/versions/:number/boards/:board/filters/:filter',
    gate: 'public',
    input: z.object({ ...one, ...askedFilter }),
    data: OfferedValues,
    errors: [...boardErrors, ...questionErrors, 'filterGone'],
  }),
}
