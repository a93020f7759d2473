import { files, trash } from './files.ts'
import type { Operation } from './operation.ts'
import { preview } from './preview.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { spaces } from './spaces.ts'
import { uploads } from './uploads.ts'

/** The whole contract, by capability. */
export const contract = { session, settings, spaces, files, trash, uploads, preview }

/** Every operation with its dotted name, for sweeps and documents. */
export const operations: readonly (readonly [name: string, operation: Operation])[] = Object.entries(contract).flatMap(
  ([capability, calls]) =>
    Object.entries(calls).map(([name, call]) => [`${capability}.${name}`, call as Operation] as const),
)
