import { randomUUIDv7 } from 'node:crypto'

/** A new UUIDv7 (RFC 9562): time-ordered, so that rows made together are adjacent in every index. */
export const newId = (): string => randomUUIDv7()
