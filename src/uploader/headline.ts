import type { TFunction } from 'i18next'
import { formatBytes } from '../widgets/format.ts'
import type { Snapshot } from './snapshot.ts'

/** One line that summarizes the state of all uploads. */
export function headlineOf(
  { counts, isNetworkLost, isHeld, isActive, isWalking, interrupted }: Snapshot,
  t: TFunction,
): string {
  const toGo = counts.waiting + counts.hashing + counts.active
  const troubled = counts.failed + counts.refused
  if (isNetworkLost && isActive) return t('uploads.panel.offline')
  if (isHeld) return t('uploads.panel.held', { files: toGo + counts.paused })
  if (counts.active > 0) return t('uploads.panel.uploading', { files: toGo })
  if (counts.hashing > 0) return t('uploads.panel.hashing', { files: toGo })
  if (isWalking) return t('uploads.panel.walking', { files: counts.found })
  if (toGo > 0) return t('uploads.panel.preparing', { files: toGo })
  if (troubled > 0) return t('uploads.panel.troubled', { files: troubled })
  if (interrupted.length > 0) return t('uploads.panel.interrupted')
  if (counts.paused > 0) return t('uploads.panel.resting', { files: counts.paused })
  return counts.finished > 0 ? t('uploads.panel.finished', { files: counts.finished }) : t('uploads.panel.nothing')
}

/** Whether all files are uploaded, and there is nothing else to tell. */
export const isAllUploaded = ({ counts, isActive, interrupted, question, notices }: Snapshot): boolean =>
  !isActive &&
  counts.finished > 0 &&
  counts.total + counts.skipped + counts.hidden + counts.duplicate + interrupted.length + notices.count === 0 &&
  question === null

/** Percentage, speed and remaining time, as far as they are known. */
export function summaryOf(
  { isActive, isNetworkLost, percent, rateBytes, secondsLeft }: Snapshot,
  t: TFunction,
): string {
  if (!isActive) return ''
  const parts = [`${Math.floor(percent)}%`]
  if (rateBytes > 0 && !isNetworkLost) parts.push(t('uploads.rate', { size: formatBytes(rateBytes) }))
  if (secondsLeft !== null && !isNetworkLost) parts.push(leftText(secondsLeft, t))
  return parts.join(' · ')
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function leftText(seconds: number, t: TFunction): string {
  if (seconds < MINUTE) return t('uploads.left.seconds', { n: seconds })
  if (seconds < HOUR) return t('uploads.left.minutes', { n: Math.ceil(seconds / MINUTE) })
  if (seconds < 2 * DAY) return t('uploads.left.hours', { n: Math.ceil(seconds / HOUR) })
  return t('uploads.left.days', { n: Math.ceil(seconds / DAY) })
}
