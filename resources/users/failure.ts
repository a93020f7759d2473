import type { HttpError } from '@refinedev/core'

/** What a refused form says above its fields; '' when a field says it. */
export const refusalOf = ({ errors, message }: HttpError): string => (Object.keys(errors ?? {}).length ? '' : message)
