import i18next from 'i18next'
import { NetworkFailure, PartFailure, reasonOf } from '#providers/failures.ts'
import { bytesAt } from './bytes-at.ts'
import { Changed } from './ranges.ts'
import { shownMessage } from './shown-error.ts'

/**
 * Why a file was not shown: the message of the failure; without one, the file itself if its first byte at `address` still
 * comes, else what keeps it from coming.
 */
export async function whyNotShown(failure: Error, address: string, signal: AbortSignal): Promise<string> {
  if (failure instanceof Changed) return i18next.t('preview.changed')
  if (failure instanceof PartFailure) return reasonOf(failure)
  const said = shownMessage(failure)
  if (said) return said
  return bytesAt(address, signal, '0-0').then(
    () => i18next.t('preview.damaged'),
    (refusal: Error) => shownMessage(refusal) || reasonOf(new NetworkFailure()),
  )
}
