import type { HttpError } from '@refinedev/core'

/** The message above a refused form's fields; '' when a field shows it. */
export const refusalOf = ({ errors, message }: HttpError): string => (Object.keys(errors ?? {}).length ? '' : message)
