import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Nothing } from './core/shapes.ts'

/**
 * Calls of other programs in the form of before, for clients that can't be changed: parameters with an MD5 signature,
 * answers `{code, message, data}` with codes of their own (docs/open-api.md). Only applications that may sign this way
 * reach them.
 */
const old = { gate: 'public', input: z.looseObject({}), data: Nothing, errors: [], answers: 'bytes' } as const
const read = { ...old, method: 'GET' } as const
const write = { ...old, method: 'POST', body: 'form' } as const

export const legacyApi = {
  register: operation({ ...write, path: '/ds.open/register' }),
  userInfo: operation({ ...read, path: '/ds.open/userInfo' }),
  createSpace: operation({ ...write, path: '/ds.open/space/create' }),
  invite: operation({ ...read, path: '/ds.open/space/invite', changes: true }),
  spaceDetails: operation({ ...read, path: '/ds.open/space/details' }),
  spaceInfo: operation({ ...read, path: '/ds.open/space/info' }),
  totals: operation({ ...read, path: '/ds.open/space/dataList' }),
}
