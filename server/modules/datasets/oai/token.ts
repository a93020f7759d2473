import * as z from 'zod/mini'
import { Id, TimestampInput } from '#contract/core/shapes.ts'
import { OaiError, VERBS } from './arguments.ts'

const Moment = z.nullable(TimestampInput)

/**
 * Where a list continues: the arguments, and the last record returned. It contains everything that is needed, so that
 * it stays valid whatever is published or withdrawn meanwhile, and on every node.
 */
export const Token = z.object({
  verb: z.enum(VERBS),
  prefix: z.string(),
  set: z.nullable(z.string()),
  from: Moment,
  before: Moment,
  after: z.tuple([TimestampInput, Id]),
  cursor: z.int().check(z.gte(1)),
})
export type Token = z.infer<typeof Token>

export const writeToken = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url')

/** Throws OaiError badResumptionToken. */
export function readToken(text: string): Token {
  try {
    return Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    // Whatever it is, this program did not write it.
    throw new OaiError('badResumptionToken', 'The resumptionToken is not one of this repository.')
  }
}
