import * as z from 'zod/mini'
import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import type { OutsideAnswer } from '#server/http/outside.ts'

/** Longest answer of an institution, in bytes (our choice). */
const ANSWER_BYTES = 4_194_304

/** Refusals of an institution, by the `code` in the body. */
const refusals: Readonly<Record<number, ErrorName>> = {
  401: 'institutionCodeWrong',
  501: 'institutionCodeWrong',
  502: 'institutionCodeWrong',
  503: 'institutionCodeWrong',
  504: 'institutionAnswerWrong',
  505: 'institutionForbidden',
  506: 'institutionExpired',
  507: 'institutionOffline',
  // Ours: another installation of this program says these.
  508: 'institutionRecordRefused',
  509: 'institutionVersionPending',
}
/** The ticket has expired (502), or is unknown (503). */
export class TicketOver extends Failure {
  constructor() {
    super('institutionCodeWrong')
  }
}

const Refusal = z.object({ code: z.coerce.number() })
const wrong = (cause: unknown) => new Failure('institutionAnswerWrong', { cause })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller's schema refuses it.
    return undefined
  }
}

function demandAdmitted(said: unknown): void {
  const { data } = Refusal.safeParse(said)
  if (data?.code === 502 || data?.code === 503) throw new TicketOver()
  const refusal = data && refusals[data.code]
  if (refusal) throw new Failure(refusal)
}

/** Throws the refusal for the status of a response: a proxy without a backend, or an unknown address. */
function demandStatus(status: number): void {
  if (status === 200) return
  if (status === 401 || status === 403) throw new Failure('institutionCodeWrong')
  throw status >= 500 ? new Failure('outsideUnreachable', { cause: status }) : wrong(`HTTP ${status}`)
}

/** The text of an answer. Throws institutionAnswerWrong, outsideUnreachable, and what the institution refuses with. */
export async function textOf(answer: OutsideAnswer): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer.body) {
    size += piece.length
    if (size > ANSWER_BYTES) throw wrong(`more than ${ANSWER_BYTES} bytes`)
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces).toString('utf8')
  if (answer.status !== 200) demandAdmitted(jsonOf(text))
  demandStatus(answer.status)
  return text
}

/** The answer to a call, bare or in an envelope. Throws what `textOf` does. */
export async function answerOf<T extends z.ZodMiniType>(answer: OutsideAnswer, shape: T): Promise<z.output<T>> {
  const said = jsonOf(await textOf(answer))
  const bare = shape.safeParse(said)
  if (bare.success) return bare.data
  demandAdmitted(said)
  const inside = shape.safeParse((said as { data?: unknown } | null | undefined)?.data)
  if (inside.success) return inside.data
  throw wrong(bare.error)
}
