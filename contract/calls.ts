import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Nothing } from './core/shapes.ts'

/** The id that a caller gives a request, so that it can be cancelled: `reqId` as header, parameter or in the body. */
export const RequestId = z.string().check(z.regex(/^[\w.:-]{1,100}$/))

export const calls = {
  /** Source: spec section 7. */
  cancel: operation({
    act: 'cancel',
    method: 'POST',
    changes: false,
    path: '/data/space/cancel',
    gate: 'signedIn',
    input: z.object({ reqId: RequestId }),
    data: Nothing,
    errors: [],
  }),
}
